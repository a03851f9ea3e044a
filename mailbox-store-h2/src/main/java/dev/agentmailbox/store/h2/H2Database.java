package dev.agentmailbox.store.h2;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.h2.journal.Journal;
import dev.agentmailbox.store.jdbc.content.DiskSpace;
import dev.agentmailbox.store.jdbc.content.DurableFile;
import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.function.Consumer;
import org.h2.api.ErrorCode;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.jdbcx.JdbcDataSource;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;

/**
 * An open database file.
 *
 * <p>H2 reads and writes through {@link DatabaseFile}. H2 writes the file neither on commit nor
 * from a background thread: see docs/decisions/0006. {@code DB_CLOSE_ON_EXIT=FALSE} because H2's
 * shutdown hook would close it before a clean stop has finished. {@code PAGE_SIZE} because the
 * default is four times as large, and each checkpoint writes all changed pages.
 */
final class H2Database implements AutoCloseable {
  private static final String FILE = "mailbox";
  private static final String FILE_END = ".mv.db";
  private static final String JOURNAL = "journal";
  private static final String OPTIONS =
      ";DB_CLOSE_ON_EXIT=FALSE;PAGE_SIZE=4096;QUERY_CACHE_SIZE=256;REUSE_SPACE=FALSE"
          + ";MAX_COMPACT_TIME=0;TRACE_LEVEL_FILE=0;LOCK_TIMEOUT="
          + H2Dialect.LOCK_WAIT.toMillis();

  /** Texts up to this length are stored inline in their row. */
  private static final int MAX_INLINE_CHARACTERS = 1_000_000;

  /** 0 means a write on each commit, more a writer thread; negative disables both. */
  private static final int NO_WRITE_DELAY = -1;

  /** Milliseconds; longer than any process runs. */
  private static final int KEEP_ALL = Integer.MAX_VALUE;

  private final ReaderPool reading;
  private final DirectoryLock lock;
  private final Path directory;
  private final Path file;
  private final DatabaseFile databaseFile;
  private final JdbcDataSource source;
  private final Connection own;
  private final MVStore engine;

  private H2Database(
      DirectoryLock lock,
      Path directory,
      DatabaseFile databaseFile,
      JdbcDataSource source,
      Connection own)
      throws SQLException {
    this.lock = lock;
    this.directory = directory;
    this.file = file(directory);
    this.databaseFile = databaseFile;
    this.source = source;
    this.own = own;
    this.engine = engineOf(own);
    this.reading = new ReaderPool(source);
  }

  /**
   * Opens or creates the database of a directory, in its newest durable state, see {@link
   * ForcedState}.
   *
   * @param diskSpace disk space monitor
   * @throws StoreException it is in use by another process, or unreadable
   */
  static H2Database open(Path directory, DiskSpace diskSpace) {
    return open(directory, diskSpace, false);
  }

  /** As {@link #open(Path, DiskSpace)}, for a store with a journal. */
  static H2Database openJournaled(Path directory, DiskSpace diskSpace) {
    return open(directory, diskSpace, true);
  }

  private static H2Database open(Path directory, DiskSpace diskSpace, boolean journaled) {
    if (directory.toAbsolutePath().normalize().toString().indexOf(';') >= 0) {
      throw new StoreException("the data directory must not have a semicolon in its name", null);
    }
    DirectoryLock lock = DirectoryLock.take(directory);
    DatabaseFile databaseFile = DatabaseFile.of(file(directory), diskSpace);
    boolean done = false;
    try {
      if (journaled) {
        UnforcedEnd.prepareFirst(directory, file(directory), journal(directory));
      }
      ClosedFile.check(file(directory), journal(directory));
      UnforcedEnd.cutOff(file(directory), journal(directory));
      H2Database opened = open(lock, directory, databaseFile);
      done = true;
      return opened;
    } catch (SQLException e) {
      throw unopened(directory, e);
    } catch (IOException e) {
      throw DiskSpace.isFull(e)
          ? full(directory, e)
          : new StoreException("the database in " + directory + " cannot be prepared", e);
    } finally {
      if (!done) {
        databaseFile.close();
        lock.close();
      }
    }
  }

  private static H2Database open(DirectoryLock lock, Path directory, DatabaseFile databaseFile)
      throws SQLException, IOException {
    String file = databaseFile.url();
    String name = file.substring(0, file.length() - FILE_END.length());
    JdbcDataSource source = source("jdbc:h2:" + name + OPTIONS);
    // With an initial delay H2 would start its writer thread.
    Connection own = source(source.getURL() + ";WRITE_DELAY=0").getConnection();
    try (Statement statement = own.createStatement()) {
      statement.execute("SET MAX_LENGTH_INPLACE_LOB " + MAX_INLINE_CHARACTERS);
    }
    OwnerOnly.restrict(file(directory));
    H2Database database = new H2Database(lock, directory, databaseFile, source, own);
    database.engine.setAutoCommitDelay(NO_WRITE_DELAY);
    database.engine.setRetentionTime(KEEP_ALL);
    return database;
  }

  /** The durable state of a directory; empty before the first checkpoint. */
  static Optional<ForcedState> forced(Path directory) {
    return ForcedState.of(journal(directory));
  }

  /** Rewrites the closed file of a directory; returns its length. */
  static long rewritten(Path directory) throws IOException {
    FileCompaction.replace(file(directory));
    return Files.size(file(directory));
  }

  /** The journal directory. */
  static Path journal(Path directory) {
    return directory.resolve(JOURNAL);
  }

  private static StoreException unopened(Path directory, SQLException failure) {
    if (failure.getErrorCode() == ErrorCode.DATABASE_ALREADY_OPEN_1) {
      return new StoreException(
          "the data directory " + directory + " is in use by another process", null);
    }
    if (DiskSpace.isFull(failure)) {
      return new StoreException(
          "the disk of the data directory " + directory + " is full", failure);
    }
    return new StoreException("the database in " + directory + " cannot be opened", failure);
  }

  static StoreException full(Path directory, Exception failure) {
    return new StoreException("the disk of the data directory " + directory + " is full", failure);
  }

  private static JdbcDataSource source(String url) {
    JdbcDataSource source = new JdbcDataSource();
    source.setURL(url);
    source.setUser("sa");
    source.setPassword("");
    return source;
  }

  ReaderPool reading() {
    return reading;
  }

  /** A new connection for writing. */
  Connection connect() {
    try {
      return source.getConnection();
    } catch (SQLException e) {
      throw new StoreException("cannot open a database connection", e);
    }
  }

  /** A connection outside the pool, for start and stop; one thread at a time. */
  Connection own() {
    return own;
  }

  private static MVStore engineOf(Connection connection) throws SQLException {
    if (connection.unwrap(JdbcConnection.class).getSession() instanceof SessionLocal session) {
      return session.getDatabase().getStore().getMvStore();
    }
    throw new IllegalStateException("not an embedded database");
  }

  /** Whether H2 writes the file neither on commit nor from a background thread. */
  boolean writesOnlyOnRequest() {
    return engine.getAutoCommitDelay() == NO_WRITE_DELAY;
  }

  /**
   * Appends the present state to the file. Called between transactions, because H2 saves map by
   * map, and a state must not contain part of a transaction.
   */
  void store() {
    try {
      engine.commit();
    } catch (MVStoreException e) {
      throw new StoreException("the database file cannot be written", e);
    }
  }

  /** Syncs the file. */
  void sync() {
    engine.sync();
  }

  /**
   * The present file, for a copy while more is appended. Called between transactions, right after
   * {@link #store}.
   */
  Snapshot snapshot() throws IOException {
    try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
      return new Snapshot(file, UnforcedEnd.header(in), engine.getFileStore().size());
    }
  }

  /**
   * Records a durable state.
   *
   * @param segment number of the journal segment that follows
   * @param position of the newest durable record
   */
  void noteForced(Snapshot state, long segment, long position) throws IOException {
    new ForcedState(UnforcedEnd.created(state.header()), state.length(), segment, position)
        .write(journal(directory));
  }

  /** Has the file rewritten at the next clean stop. */
  void requestRewrite() {
    FileCompaction.request(journal(directory));
  }

  /** Whether the file has rows that were erased. */
  boolean mustBeRewritten() {
    return FileCompaction.isRequested(journal(directory));
  }

  /**
   * Starts using the database.
   *
   * @param failed called with failed writes, except for a full disk
   */
  void start(Consumer<IOException> failed) {
    databaseFile.start(failed);
  }

  /** Prepares closing: writes no longer wait for space. */
  void stop() {
    databaseFile.stop();
  }

  /** Whether H2 closed the database after a failure. */
  boolean isLost() {
    return engine.isClosed();
  }

  /**
   * An immutable state of the file.
   *
   * @param header the only part that H2 overwrites
   * @param length of the file at that moment
   */
  record Snapshot(Path file, ByteBuffer header, long length) {
    /** Writes it to a directory; returns its length. */
    long copyTo(Path directory) throws IOException {
      Path copy = directory.resolve(file.getFileName());
      try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ);
          FileChannel out = OwnerOnly.create(copy)) {
        out.write(header.duplicate());
        long at = header.limit();
        while (at < length) {
          out.position(at);
          at += in.transferTo(at, length - at, out);
        }
        out.force(true);
      }
      return length;
    }
  }

  /** The database file of a directory. */
  static Path file(Path directory) {
    return directory.resolve(FILE + FILE_END);
  }

  /** Closes the database without writing. */
  void abandon() {
    reading.close();
    try (lock;
        databaseFile;
        Statement statement = own.createStatement()) {
      statement.execute("SHUTDOWN IMMEDIATELY");
    } catch (SQLException e) {
      throw new StoreException("the database did not close", e);
    }
  }

  @Override
  public void close() {
    reading.close();
    Optional<ForcedState> forced = engine.isClosed() ? Optional.empty() : forced(directory);
    boolean shrink = FileCompaction.isWorthIt(engine) || (!engine.isClosed() && mustBeRewritten());
    // The lock is released last.
    try (lock;
        databaseFile) {
      shutDown();
      if (!databaseFile.hasFailed()) {
        leave(forced, shrink);
      }
    } catch (IOException e) {
      throw new StoreException("closing the database failed", e);
    }
  }

  private void leave(Optional<ForcedState> forced, boolean shrink) throws IOException {
    if (shrink) {
      DurableFile.force(file);
      ForcedState.forget(journal(directory));
      FileCompaction.replace(file);
    }
    if (forced.isPresent()) {
      noteClosed(forced.get());
      ClosedFile.note(file, journal(directory));
      if (mustBeRewritten()) {
        Journal.deleteBefore(journal(directory), forced.get().segment());
        FileCompaction.forgetRequest(journal(directory));
      }
    }
  }

  /** H2 has written its last state. */
  private void noteClosed(ForcedState before) throws IOException {
    try (FileChannel closed =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      closed.force(true);
      new ForcedState(
              UnforcedEnd.created(UnforcedEnd.header(closed)),
              closed.size(),
              before.segment(),
              before.position())
          .write(journal(directory));
    }
  }

  private void shutDown() {
    try (own;
        Statement statement = own.createStatement()) {
      statement.execute("SHUTDOWN");
    } catch (SQLException e) {
      throw new StoreException(
          DiskSpace.isFull(e)
              ? "closing the database failed: the disk is full"
              : "closing the database failed",
          e);
    }
  }
}
