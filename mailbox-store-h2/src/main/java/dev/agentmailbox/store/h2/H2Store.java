package dev.agentmailbox.store.h2;

import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.ForwardingMailboxStore;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreState;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.store.h2.journal.Journal;
import dev.agentmailbox.store.jdbc.Connections;
import dev.agentmailbox.store.jdbc.JdbcStore;
import dev.agentmailbox.store.jdbc.Migrations;
import dev.agentmailbox.store.jdbc.content.DirectoryContent;
import dev.agentmailbox.store.jdbc.content.DirectorySync;
import dev.agentmailbox.store.jdbc.content.DiskSpace;
import dev.agentmailbox.store.jdbc.content.FileProblem;
import dev.agentmailbox.store.jdbc.content.HeldDeletions;
import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import dev.agentmailbox.store.jdbc.sql.UnwrittenContent;
import dev.agentmailbox.store.jdbc.transaction.SyncCoalescer;
import dev.agentmailbox.store.jdbc.transaction.WriteLock;
import dev.agentmailbox.store.jdbc.transfer.DirectoryBackup;
import dev.agentmailbox.store.jdbc.transfer.file.LostContent;
import dev.agentmailbox.store.jdbc.transfer.file.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.h2.mvstore.MVStoreException;

/**
 * A mailbox store in a local directory: an H2 database and files of raw messages. One process at a
 * time. Thread safe.
 */
public final class H2Store extends ForwardingMailboxStore {
  /** Maximum wait for the write lock: deleting a large inbox takes some seconds. */
  private static final Duration MAX_WRITE_WAIT = Duration.ofSeconds(30);

  /** Journal bytes between checkpoints; a start after a kill replays at most twice as much. */
  private static final long MAX_JOURNAL_BYTES = 8L * 1024 * 1024;

  /** All content together that waits for its first row; what does not fit is synced at once. */
  private static final int MAX_UNWRITTEN_BYTES = 16 * 1024 * 1024;

  private final H2Database database;
  private final Journal journal;
  private final DirectoryContent content;
  private final Checkpoints checkpoints;
  private final DiskSpace diskSpace;
  private final Commits commits;
  private final JournaledConnection writing;
  private final Connections connections;
  private final JdbcStore store;
  private final Path directory;
  private final Clock clock;
  private volatile boolean closed;

  private H2Store(
      Path directory,
      Clock clock,
      H2Database database,
      Journal journal,
      long position,
      DirectoryContent content,
      UnwrittenContent unwritten,
      Checkpoints checkpoints,
      DiskSpace diskSpace,
      UnaryOperator<DataSource> view) {
    this.directory = directory;
    this.clock = clock;
    this.database = database;
    this.journal = journal;
    this.content = content;
    this.checkpoints = checkpoints;
    this.diskSpace = diskSpace;
    this.commits = new Commits(journal, position, checkpoints::afterCommit);
    this.writing = new JournaledConnection(database.connect(), commits);
    this.connections =
        new Connections(
            view.apply(database.reading()),
            view.apply(
                new ConnectionSource() {
                  @Override
                  public Connection getConnection() throws SQLException {
                    return writing.use();
                  }
                }));
    this.store =
        new JdbcStore(
            connections,
            new H2Dialect(),
            checkpoints.writeLock(),
            new SyncCoalescer("h2-sync", commits::position, this::sync),
            content,
            unwritten);
    database.start(failure -> journal.fail("the database file failed", failure));
  }

  private void sync() throws IOException {
    try {
      journal.sync();
    } catch (IOException e) {
      journal.fail("syncing the journal failed", e);
      throw e;
    }
  }

  /**
   * Opens or creates the store of a directory; migrates an older schema.
   *
   * @param dataDirectory created with mode 0700 when missing
   * @param clock for content keys
   * @throws StoreException with a one-line reason: in use by another process, written by a newer
   *     version, damaged
   */
  public static H2Store open(Path dataDirectory, Clock clock) {
    return open(dataDirectory, clock, UnaryOperator.identity(), MAX_JOURNAL_BYTES);
  }

  /**
   * As {@link #open(Path, Clock)}, for tests.
   *
   * @param view wraps connections in tests
   * @param journalBytes journal bytes between checkpoints
   */
  static H2Store open(
      Path dataDirectory, Clock clock, UnaryOperator<DataSource> view, long journalBytes) {
    try {
      OwnerOnly.createDirectories(dataDirectory);
      OwnerOnly.restrict(dataDirectory);
    } catch (IOException e) {
      throw DiskSpace.isFull(e)
          ? H2Database.full(dataDirectory, e)
          : new StoreException("the data directory cannot be created: " + FileProblem.words(e), e);
    }
    DiskSpace diskSpace = new DiskSpace(dataDirectory);
    H2Database database = H2Database.openJournaled(dataDirectory, diskSpace);
    try {
      return open(database, dataDirectory, clock, diskSpace, view, journalBytes);
    } catch (RuntimeException e) {
      RuntimeException failure = closed(e, database::abandon);
      throw DiskSpace.isFull(failure) ? H2Database.full(dataDirectory, failure) : failure;
    }
  }

  /** Closes what was opened before a failure, whether or not that fails too. */
  private static RuntimeException closed(RuntimeException failure, AutoCloseable... opened) {
    for (AutoCloseable part : opened) {
      try {
        part.close();
      } catch (Exception e) {
        failure.addSuppressed(e);
      }
    }
    return failure;
  }

  private static H2Store open(
      H2Database database,
      Path directory,
      Clock clock,
      DiskSpace diskSpace,
      UnaryOperator<DataSource> view,
      long journalBytes) {
    Migrations migrations = new Migrations(new H2Dialect(), clock);
    // Before anything is written: refused data stays unchanged.
    migrations.requireKnown(database.own());
    JournalPosition found = JournalPosition.of(database.own());
    UnwrittenContent unwritten = new UnwrittenContent(MAX_UNWRITTEN_BYTES);
    Journal journal = Journal.open(H2Database.journal(directory), found.history(), diskSpace);
    DirectoryContent content;
    try {
      content = openContent(directory.resolve("content"), clock, diskSpace, unwritten);
    } catch (RuntimeException e) {
      throw closed(e, journal);
    }
    try {
      // Before the migrations: journaled changes refer to the file's schema.
      long position =
          Replay.run(
              journal,
              found.position(),
              H2Database.forced(directory),
              database.own(),
              content::recover);
      migrations.apply(database.own());
      database.store();
      H2Database.Snapshot state = database.snapshot();
      database.sync();
      content.force();
      syncEntries(directory);
      new IntegrityCheck(database, content, LostContent.of(directory)).run();
      journal.begin(position);
      database.noteForced(state, journal.segmentNumber(), position);
      journal.dropOld();
      Checkpoints checkpoints =
          new Checkpoints(
              database,
              journal,
              WriteLock.oneAtATime(MAX_WRITE_WAIT),
              content,
              diskSpace,
              journalBytes);
      H2Store opened =
          new H2Store(
              directory,
              clock,
              database,
              journal,
              position,
              content,
              unwritten,
              checkpoints,
              diskSpace,
              view);
      opened.endLeases();
      return opened;
    } catch (IOException | MVStoreException e) {
      throw closed(
          new StoreException("the data directory " + directory + " cannot be used", e),
          content,
          journal);
    } catch (RuntimeException e) {
      throw closed(e, content, journal);
    }
  }

  /** The process that held them is dead: no other can hold the directory. */
  private void endLeases() {
    try {
      store.write(
          tx -> {
            tx.sends().endLeases(clock.instant());
            return true;
          });
    } catch (RuntimeException e) {
      throw closed(e, store);
    }
  }

  /** Directory entries, including its own, which syncing files does not cover. */
  private static void syncEntries(Path directory) throws IOException {
    DirectorySync.sync(directory);
    Path parent = directory.toAbsolutePath().normalize().getParent();
    if (parent != null) {
      DirectorySync.sync(parent);
    }
  }

  private static DirectoryContent openContent(
      Path directory, Clock clock, DiskSpace diskSpace, UnwrittenContent unwritten) {
    try {
      return new DirectoryContent(directory, clock, diskSpace, unwritten);
    } catch (IOException e) {
      throw new StoreException("the content directory " + directory + " cannot be opened", e);
    }
  }

  @Override
  protected MailboxStore delegate() {
    return store;
  }

  @Override
  public <T> T read(Function<StoreTransaction, T> work) {
    return noticing(() -> store.read(work));
  }

  @Override
  public <T> T look(Function<StoreTransaction, T> work) {
    return noticing(() -> store.look(work));
  }

  @Override
  public <T> T write(Function<StoreTransaction, T> work) {
    return noticing(() -> store.write(work));
  }

  /** H2 closes a database on failure; records it once. */
  private <T> T noticing(Supplier<T> call) {
    try {
      return call.get();
    } catch (StoreException e) {
      if (!closed && database.isLost()) {
        journal.fail("the database was closed after a failure", e);
      }
      throw e;
    }
  }

  @Override
  public StoreState state() {
    if (closed) {
      return new StoreState(StoreState.Kind.CLOSED, "the store is closed");
    }
    Optional<String> failure = journal.failure().or(content::failure);
    if (failure.isPresent()) {
      return new StoreState(StoreState.Kind.READ_ONLY, failure.get());
    }
    String full = diskSpace.known();
    return full == null ? StoreState.RUNNING : new StoreState(StoreState.Kind.FULL, full);
  }

  /**
   * Online backup to a path that does not exist yet: a data directory with at least everything
   * acknowledged before the call. Writers pause for one checkpoint only. One thread at a time.
   *
   * @throws StoreException the target exists, or the database cannot be copied
   * @throws IOException files cannot be copied; partial output keeps a temporary name
   */
  public DirectoryBackup.Result backup(Path target, Progress progress) throws IOException {
    try (HeldDeletions.Hold hold = content.holdDeletions()) {
      return new DirectoryBackup(directory, target, progress, clock).run(this::copyDatabase);
    }
  }

  private long copyDatabase(Path copy) throws IOException {
    boolean rewritten = database.mustBeRewritten();
    long bytes = checkpoints.snapshot().copyTo(copy);
    return rewritten ? H2Database.rewritten(copy) : bytes;
  }

  @Override
  public void rewriteAtClose() {
    database.requestRewrite();
  }

  /** For tests with a custom sync. */
  long position() {
    return commits.position();
  }

  /** For tests that inspect the database. */
  H2Database database() {
    return database;
  }

  /** For tests with another store on the same database. */
  Connections connections() {
    return connections;
  }

  @Override
  public ContentStore content() {
    return content;
  }

  /** Waits until running writes are durable, then closes the files. */
  @Override
  public void close() {
    closed = true;
    database.stop();
    try {
      // In reverse order of opening.
      try (journal;
          writing;
          content;
          checkpoints) {
        store.close();
      }
    } finally {
      if (content.isForced()) {
        database.close();
      } else {
        // The next start replays the journal, which has the content.
        database.abandon();
      }
    }
  }
}
