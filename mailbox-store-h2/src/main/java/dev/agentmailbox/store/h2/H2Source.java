package dev.agentmailbox.store.h2;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.h2.journal.Journal;
import dev.agentmailbox.store.jdbc.Migrations;
import dev.agentmailbox.store.jdbc.content.DirectoryContent;
import dev.agentmailbox.store.jdbc.content.DiskSpace;
import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import dev.agentmailbox.store.jdbc.transfer.Source;
import dev.agentmailbox.store.jdbc.transfer.StoredContent;
import dev.agentmailbox.store.jdbc.transfer.file.Damage;
import dev.agentmailbox.store.jdbc.transfer.file.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A data directory without a server, opened read-only: recovery runs on a copy of the database.
 * Damage that would prevent a start is recorded, and everything readable is available.
 */
public final class H2Source implements Source {
  private static final String JOURNAL = "journal";
  private static final String CONTENT = "content";

  private final @Nullable DirectoryLock lock;
  private final Path copy;
  private final H2Database database;
  private final DirectoryContent content;
  private final Map<String, RawMessage> recovered = new HashMap<>();
  private final List<Damage> damage = new ArrayList<>();
  private String mark = "";

  private H2Source(
      @Nullable DirectoryLock lock, Path copy, H2Database database, DirectoryContent content) {
    this.lock = lock;
    this.copy = copy;
    this.database = database;
    this.content = content;
  }

  /**
   * Opens a data directory.
   *
   * @param scratch a directory for a copy of the database, deleted at the end
   * @throws StoreException it is in use, has no database, or cannot be opened
   */
  public static H2Source open(Path dataDirectory, Path scratch, Clock clock) {
    requireDatabase(dataDirectory);
    DirectoryLock lock = DirectoryLock.takeIfThere(dataDirectory).orElse(null);
    try {
      Path copy = Files.createTempDirectory(scratch, "mailbox-copy-");
      try {
        return open(lock, dataDirectory, copy, clock);
      } catch (IOException | RuntimeException e) {
        // It is as confidential as the data.
        Trees.delete(copy);
        throw e;
      }
    } catch (IOException e) {
      unlock(lock);
      throw new StoreException("the data directory " + dataDirectory + " cannot be copied", e);
    } catch (RuntimeException e) {
      unlock(lock);
      throw e;
    }
  }

  /**
   * Checks that a directory has a database.
   *
   * @throws StoreException there is no database
   */
  public static void requireDatabase(Path dataDirectory) {
    if (!Files.exists(H2Database.file(dataDirectory))) {
      throw new StoreException("there is no database in " + dataDirectory, null);
    }
  }

  private static H2Source open(@Nullable DirectoryLock lock, Path data, Path copy, Clock clock)
      throws IOException {
    copy(data, copy);
    DirectoryContent content = content(data, copy, clock);
    try {
      H2Database database = H2Database.open(copy, new DiskSpace(copy));
      try {
        H2Source source = new H2Source(lock, copy, database, content);
        source.start(clock);
        return source;
      } catch (RuntimeException e) {
        database.abandon();
        throw e;
      }
    } catch (RuntimeException e) {
      content.close();
      throw e;
    }
  }

  private static void unlock(@Nullable DirectoryLock lock) {
    if (lock != null) {
      lock.close();
    }
  }

  private static void copy(Path data, Path copy) throws IOException {
    Files.copy(H2Database.file(data), H2Database.file(copy));
    Path journal = data.resolve(JOURNAL);
    if (Files.isDirectory(journal)) {
      OwnerOnly.createDirectories(copy.resolve(JOURNAL));
      try (Stream<Path> files = Files.list(journal)) {
        for (Path file : files.toList()) {
          Files.copy(file, copy.resolve(JOURNAL).resolve(file.getFileName()));
        }
      }
    }
  }

  /** Without a journal: an empty one in the copy, leaving the data directory unchanged. */
  private static DirectoryContent content(Path data, Path copy, Clock clock) throws IOException {
    Path there = data.resolve(CONTENT);
    return new DirectoryContent(Files.isDirectory(there) ? there : copy.resolve(CONTENT), clock);
  }

  private void start(Clock clock) {
    Connection connection = database.own();
    try {
      JournalPosition found = JournalPosition.of(connection);
      mark = found.history() + ":" + replay(found);
    } catch (StoreException e) {
      damaged("database", e);
    }
    try {
      new Migrations(new H2Dialect(), clock).apply(connection);
      connection.setAutoCommit(false);
    } catch (StoreException e) {
      damaged("schema", e);
    } catch (SQLException e) {
      throw new StoreException("the database cannot be read", e);
    }
  }

  private long replay(JournalPosition found) {
    try (Journal journal =
        Journal.open(copy.resolve(JOURNAL), found.history(), new DiskSpace(copy))) {
      return Replay.run(
          journal, found.position(), H2Database.forced(copy), database.own(), this::recover);
    } catch (StoreException e) {
      damaged(JOURNAL, e);
      return found.position();
    }
  }

  /** The directory stays as it is. */
  private void recover(String key, byte[] bytes) throws IOException {
    if (!content.has(key, bytes)) {
      recovered.put(key, RawMessage.of(bytes));
    }
  }

  private void damaged(String place, StoreException failure) {
    damage.add(new Damage(place, String.valueOf(failure.getMessage())));
  }

  @Override
  public Connection connection() {
    return database.own();
  }

  @Override
  public StoredContent content() {
    return new StoredContent() {
      @Override
      public Optional<RawMessage> find(String contentKey) throws IOException {
        RawMessage known = recovered.get(contentKey);
        return known == null ? content.find(contentKey) : Optional.of(known);
      }

      @Override
      public void list(Consumer<String> contentKeys) throws IOException {
        Set<String> keys = new HashSet<>(recovered.keySet());
        content.list(keys::add);
        keys.forEach(contentKeys);
      }
    };
  }

  @Override
  public Optional<String> rowNumber() {
    return Optional.of(H2Target.ROW_NUMBER);
  }

  @Override
  public String mark() {
    return mark;
  }

  @Override
  public List<Damage> damage() {
    return List.copyOf(damage);
  }

  /** Deletes the copy. */
  @Override
  public void close() {
    try (lock;
        content) {
      database.abandon();
      Trees.delete(copy);
    } catch (IOException e) {
      throw new StoreException("the copy in " + copy + " cannot be deleted", e);
    }
  }
}
