package dev.agentmailbox.store.h2;

import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.Migrations;
import dev.agentmailbox.store.jdbc.content.DirectoryContent;
import dev.agentmailbox.store.jdbc.content.DiskSpace;
import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import dev.agentmailbox.store.jdbc.transfer.Import;
import dev.agentmailbox.store.jdbc.transfer.StoredContent;
import dev.agentmailbox.store.jdbc.transfer.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Optional;

/**
 * A data directory created by an import, without a journal: after a kill, rows since the last
 * checkpoint are imported again.
 */
public final class H2Target implements Target {
  /** H2's row number pseudo-column. */
  static final String ROW_NUMBER = "_rowid_";

  private final H2Database database;
  private final DirectoryContent content;

  private H2Target(H2Database database, DirectoryContent content) {
    this.database = database;
    this.content = content;
  }

  /**
   * Opens or creates a data directory.
   *
   * @throws StoreException it is in use, or a server has been started on it
   */
  public static H2Target open(Path dataDirectory, Clock clock) {
    try {
      OwnerOnly.createDirectories(dataDirectory);
      OwnerOnly.restrict(dataDirectory);
      if (Files.exists(dataDirectory.resolve("journal"))) {
        throw new StoreException("the store is not empty: it has a journal", null);
      }
      H2Database database = H2Database.open(dataDirectory, new DiskSpace(dataDirectory));
      try {
        prepare(database, clock);
        return new H2Target(
            database, new DirectoryContent(dataDirectory.resolve("content"), clock));
      } catch (IOException | RuntimeException e) {
        database.close();
        throw e;
      }
    } catch (IOException e) {
      throw new StoreException("the data directory " + dataDirectory + " cannot be made", e);
    }
  }

  private static void prepare(H2Database database, Clock clock) {
    try {
      if (!Import.isUnfinished(database.own())) {
        Migrations migrations = new Migrations(new H2Dialect(), clock);
        migrations.requireKnown(database.own());
        JournalPosition.of(database.own());
        migrations.apply(database.own());
        database.store();
        database.sync();
      }
      database.own().setAutoCommit(false);
    } catch (SQLException e) {
      throw new StoreException("the database cannot be prepared", e);
    }
  }

  @Override
  public Connection connection() {
    return database.own();
  }

  @Override
  public StoredContent content() {
    return StoredContent.of(content);
  }

  @Override
  public ContentStore contentStore() {
    return content;
  }

  @Override
  public Optional<String> rowNumber() {
    return Optional.of(ROW_NUMBER);
  }

  @Override
  public boolean isShared() {
    return false;
  }

  @Override
  public void checkpoint() {
    database.store();
    database.sync();
  }

  @Override
  public void close() {
    try (database) {
      content.close();
    }
  }
}
