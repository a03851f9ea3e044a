package dev.agentmailbox.store.h2;

import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.LogListener;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.store.h2.journal.Journal;
import dev.agentmailbox.store.jdbc.Connections;
import dev.agentmailbox.store.jdbc.GroupSync;
import dev.agentmailbox.store.jdbc.JdbcStore;
import dev.agentmailbox.store.jdbc.Migrations;
import dev.agentmailbox.store.jdbc.WriterLane;
import dev.agentmailbox.store.jdbc.content.DirectoryContent;
import dev.agentmailbox.store.jdbc.content.HeldDeletions;
import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import dev.agentmailbox.store.jdbc.transfer.DirectoryBackup;
import dev.agentmailbox.store.jdbc.transfer.LostContent;
import dev.agentmailbox.store.jdbc.transfer.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/**
 * A mailbox store in a directory of this machine: an H2 database and a directory of raw messages.
 * The directory belongs to one process at a time. Thread safe.
 */
public final class H2Store implements MailboxStore {
  /** A removal of a large inbox takes some seconds; everybody else waits for its turn. */
  private static final Duration MAX_WRITE_WAIT = Duration.ofSeconds(30);

  /** A start after a kill runs twice this much of the journal again at most. */
  private static final long MAX_JOURNAL_BYTES = 4L * 1024 * 1024;

  private final H2Database database;
  private final Journal journal;
  private final DirectoryContent content;
  private final Checkpoints checkpoints;
  private final JournaledConnection writing;
  private final Connections connections;
  private final JdbcStore store;
  private final Path directory;
  private final Clock clock;

  private H2Store(
      Path directory,
      Clock clock,
      H2Database database,
      Journal journal,
      long position,
      DirectoryContent content,
      Checkpoints checkpoints,
      UnaryOperator<DataSource> view) {
    this.directory = directory;
    this.clock = clock;
    this.database = database;
    this.journal = journal;
    this.content = content;
    this.checkpoints = checkpoints;
    Commits commits = new Commits(journal, position, checkpoints::afterCommit);
    this.writing = new JournaledConnection(database.connect(), commits);
    this.connections =
        new Connections(view.apply(database.reading()), view.apply(new WritingSource(writing)));
    this.store =
        new JdbcStore(
            connections,
            new H2Dialect(),
            checkpoints.lane(),
            new GroupSync("h2-sync", journal::sync),
            content);
  }

  /**
   * Opens the store of a directory, or makes it; brings an older one to the present schema.
   *
   * @param dataDirectory made with mode 0700 when it is missing
   * @param clock tells the day that content is filed under
   * @throws StoreException says in one line why it cannot be opened: in use by another process,
   *     written by a newer version, damaged
   */
  public static H2Store open(Path dataDirectory, Clock clock) {
    return open(dataDirectory, clock, UnaryOperator.identity(), MAX_JOURNAL_BYTES);
  }

  /**
   * As {@link #open(Path, Clock)}, for tests.
   *
   * @param view through which a test looks at the connections
   * @param journalBytes how much is written between checkpoints
   */
  static H2Store open(
      Path dataDirectory, Clock clock, UnaryOperator<DataSource> view, long journalBytes) {
    try {
      OwnerOnly.createDirectories(dataDirectory);
      OwnerOnly.restrict(dataDirectory);
    } catch (IOException e) {
      throw new StoreException("the data directory " + dataDirectory + " cannot be made", e);
    }
    H2Database database = H2Database.open(dataDirectory);
    try {
      return open(database, dataDirectory, clock, view, journalBytes);
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  private static H2Store open(
      H2Database database,
      Path directory,
      Clock clock,
      UnaryOperator<DataSource> view,
      long journalBytes) {
    JournalPosition found = JournalPosition.of(database.own());
    Journal journal = Journal.open(directory.resolve("journal"), found.history());
    // Before the migrations: the changes were made with the schema that the file has.
    long position = Replay.run(journal, found.position(), database.own());
    new Migrations(new H2Dialect(), clock).apply(database.own());
    database.store();
    database.sync();
    DirectoryContent content = openContent(directory.resolve("content"), clock);
    try {
      new IntegrityCheck(database, content, LostContent.of(directory)).run();
      journal.begin(position);
      Checkpoints checkpoints =
          new Checkpoints(database, journal, WriterLane.oneAtATime(MAX_WRITE_WAIT), journalBytes);
      return new H2Store(directory, clock, database, journal, position, content, checkpoints, view);
    } catch (IOException e) {
      journal.close();
      content.close();
      throw new StoreException("the data directory " + directory + " cannot be read", e);
    } catch (RuntimeException e) {
      journal.close();
      content.close();
      throw e;
    }
  }

  private static DirectoryContent openContent(Path directory, Clock clock) {
    try {
      return new DirectoryContent(directory, clock);
    } catch (IOException e) {
      throw new StoreException("the content directory " + directory + " cannot be opened", e);
    }
  }

  @Override
  public <T> T read(Function<StoreTransaction, T> work) {
    return store.read(work);
  }

  @Override
  public <T> T write(Function<StoreTransaction, T> work) {
    return store.write(work);
  }

  @Override
  public int tidy(Instant now) {
    return store.tidy(now);
  }

  @Override
  public void listen(LogListener listener) {
    store.listen(listener);
  }

  /**
   * Copies everything to a place where nothing is yet, while the store is used: a data directory
   * with all that was acknowledged before the call, and maybe some of what came since. Writers
   * stand still for one checkpoint only. One thread at a time.
   *
   * @throws StoreException something is there already, or the database cannot be copied
   * @throws IOException files cannot be copied; what is there has another name than the given
   */
  public DirectoryBackup.Result backup(Path target, Progress progress) throws IOException {
    try (HeldDeletions.Hold hold = content.holdDeletions()) {
      return new DirectoryBackup(directory, target, progress, clock)
          .run(copy -> checkpoints.snapshot().copyTo(copy));
    }
  }

  /** For tests that look into the database. */
  H2Database database() {
    return database;
  }

  /** For tests that put another store on the same database. */
  Connections connections() {
    return connections;
  }

  @Override
  public ContentStore content() {
    return content;
  }

  /** Waits for writes under way to become durable, then closes the files. */
  @Override
  public void close() {
    // From the last to the first.
    try (database;
        journal;
        writing;
        checkpoints;
        content) {
      store.close();
    }
  }
}
