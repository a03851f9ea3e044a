package dev.agentmailbox.store.h2;

import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.store.jdbc.Connections;
import dev.agentmailbox.store.jdbc.GroupSync;
import dev.agentmailbox.store.jdbc.JdbcStore;
import dev.agentmailbox.store.jdbc.Migrations;
import dev.agentmailbox.store.jdbc.WriterLane;
import dev.agentmailbox.store.jdbc.content.DirectoryContent;
import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
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

  private final H2Database database;
  private final DirectoryContent content;
  private final JdbcStore store;

  private H2Store(H2Database database, DirectoryContent content, Connections connections)
      throws SQLException {
    this.database = database;
    this.content = content;
    WriterLane lane = WriterLane.oneAtATime(MAX_WRITE_WAIT, database::writeOut);
    this.store =
        new JdbcStore(
            connections, new H2Dialect(), lane, new GroupSync("h2-sync", database::sync), content);
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
    return open(dataDirectory, clock, UnaryOperator.identity());
  }

  /** As {@link #open(Path, Clock)}, with a view of the connections that a test looks through. */
  static H2Store open(Path dataDirectory, Clock clock, UnaryOperator<DataSource> view) {
    try {
      OwnerOnly.createDirectories(dataDirectory);
      OwnerOnly.restrict(dataDirectory);
    } catch (IOException e) {
      throw new StoreException("the data directory " + dataDirectory + " cannot be made", e);
    }
    H2Database database = H2Database.open(dataDirectory);
    try {
      new Migrations(new H2Dialect(), clock).apply(database.own());
      return check(database, openContent(dataDirectory.resolve("content"), clock), view);
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  private static H2Store check(
      H2Database database, DirectoryContent content, UnaryOperator<DataSource> view) {
    try {
      new IntegrityCheck(database.own(), content).run();
      // What a killed process had committed may not have reached the disk yet.
      database.sync();
      return new H2Store(
          database,
          content,
          new Connections(view.apply(database.reading()), view.apply(database.writing())));
    } catch (SQLException e) {
      content.close();
      throw new StoreException("the database cannot be synced", e);
    } catch (RuntimeException e) {
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

  /** For tests that look into the database. */
  H2Database database() {
    return database;
  }

  @Override
  public ContentStore content() {
    return content;
  }

  /** Waits for writes under way to become durable, then closes the files. */
  @Override
  public void close() {
    store.close();
    content.close();
    database.close();
  }
}
