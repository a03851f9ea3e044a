package dev.agentmailbox.store.jdbc.postgres.move;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.postgres.PostgresTransfer;
import dev.agentmailbox.store.jdbc.postgres.PostgresUrl;
import dev.agentmailbox.store.jdbc.transfer.file.Progress;
import dev.agentmailbox.store.jdbc.transfer.file.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Moves one organization to another database of the same schema, while servers run on both.
 *
 * <ol>
 *   <li>Copies a snapshot into one open transaction of the target, then what a {@link WriteFence}
 *       noted meanwhile, until that takes little time, and compares checksums of all tables.
 *   <li>Closes the fence, and copies the rest.
 *   <li>Notes the destination in the source, and commits in the target: from here on the
 *       organization is there.
 *   <li>Deletes it in the source, except for its addresses: mail to them is answered with a
 *       temporary failure, until it arrives at the right place.
 * </ol>
 *
 * <p>Ended at any point, it can be run again: before the note everything in the target is rolled
 * back; after it the target decides.
 */
public final class OrganizationMove {
  /** A pass that took no longer is the last before writes are refused. */
  private static final Duration SHORT_PASS = Duration.ofMillis(500);

  private static final int MAX_PASSES = 10;

  /** The addresses stay, to be answered with a temporary failure. */
  private static final String ADDRESSES = "inbox_address";

  /** Without these rows no request of the organization begins. */
  private static final List<String> ACCESS =
      List.of("api_key_prefix", "api_key", "grant_token", "access_grant", "membership");

  /** For requests that have begun: their writes are refused, instead of not finding their inbox. */
  private static final Duration REQUEST_TIME = Duration.ofSeconds(2);

  /** The session of a killed run ends when the database notices. */
  private static final Duration ALONE_WAIT = Duration.ofSeconds(10);

  private static final Duration ALONE_PAUSE = Duration.ofMillis(200);

  private static final String UNIQUE_VIOLATION = "23505";
  private static final String EXISTS = "SELECT 1 FROM organization WHERE org_id = ?";
  private static final String HAS_CITUS = "SELECT 1 FROM pg_extension WHERE extname = 'citus'";

  /** Held by the session that moves; both databases being one, the second session fails. */
  private static final String ALONE =
      "SELECT pg_try_advisory_lock(hashtextextended('move ' || ?, 0))::text";

  private final PostgresUrl from;
  private final PostgresUrl to;
  private final String organizationId;
  private final Progress progress;

  /**
   * The result of a move.
   *
   * @param rows that were copied
   * @param pauseMillis how long its writes were refused before the target took over; 0 when an
   *     earlier run had moved it
   */
  public record Result(long rows, long pauseMillis) {}

  public OrganizationMove(
      PostgresUrl from, PostgresUrl to, String organizationId, Progress progress) {
    this.from = from;
    this.to = to;
    this.organizationId = organizationId;
    this.progress = progress;
  }

  /**
   * Runs it.
   *
   * @throws StoreException it cannot be moved; the message says why and whether it was moved
   */
  public Result run() {
    try (Connection source = session(from);
        Connection target = session(to)) {
      requireAlone(source);
      requireAlone(target);
      target.setAutoCommit(false);
      return run(source, target);
    } catch (SQLException e) {
      throw new StoreException(
          UNIQUE_VIOLATION.equals(e.getSQLState())
              ? "the target has an address, a key or a code of this organization in another one"
              : "a database failed: SQLState " + e.getSQLState() + "; run it again",
          null);
    }
  }

  private Result run(Connection source, Connection target) throws SQLException {
    WriteFence fence = new WriteFence(source, organizationId);
    RowCopy copy = new RowCopy(target, organizationId);
    Optional<String> noted = fence.noted();
    if (noted.isPresent() && !noted.get().equals(to.place())) {
      throw new StoreException(
          "the organization is being moved to " + noted.get() + ": finish that first", null);
    }
    boolean isHere = exists(source);
    if (exists(target)) {
      if (isHere && noted.isEmpty()) {
        throw new StoreException("the organization is in both databases", null);
      }
      finish(source, fence, copy.tables());
      return new Result(0, 0);
    }
    if (!isHere) {
      throw new StoreException("the database has no organization " + organizationId, null);
    }
    // Of a run that ended between the note and the commit: the fence opens.
    fence.forget();
    return move(source, target, fence, copy);
  }

  private Result move(Connection source, Connection target, WriteFence fence, RowCopy copy)
      throws SQLException {
    boolean isNoted = false;
    try {
      fence.build(copy.tables());
      copy.deleteRemains();
      passes(copy);
      progress.say("refusing writes");
      long start;
      // Its snapshot is taken by its first statement.
      try (Connection last = snapshot()) {
        start = System.nanoTime();
        fence.close();
        copy.copyChanges(last);
        copy.copyReferred(last);
        last.commit();
      }
      isNoted = true;
      fence.note(to.place());
      target.commit();
      long pause = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      finish(source, fence, copy.tables());
      return new Result(copy.rows(), pause);
    } catch (SQLException | RuntimeException e) {
      if (!isNoted) {
        remove(fence, copy.tables(), e);
      }
      throw e;
    }
  }

  private static void remove(WriteFence fence, List<Table> tables, Exception reason) {
    try {
      fence.remove(tables);
    } catch (SQLException e) {
      reason.addSuppressed(e);
    }
  }

  /** Copies until little is left, and compares what was copied, which takes time again. */
  private void passes(RowCopy copy) throws SQLException {
    pass(copy::copyAll);
    catchUp(copy);
    pass(
        snapshot -> {
          copy.copyChanges(snapshot);
          copy.compare(snapshot);
        });
    catchUp(copy);
  }

  private void catchUp(RowCopy copy) throws SQLException {
    boolean isShort = false;
    for (int pass = 1; pass <= MAX_PASSES && !isShort; pass++) {
      long start = System.nanoTime();
      pass(copy::copyChanges);
      isShort = System.nanoTime() - start < SHORT_PASS.toNanos();
      progress.say(copy.rows() + " rows copied");
    }
  }

  @FunctionalInterface
  private interface Pass {
    void run(Connection snapshot) throws SQLException;
  }

  private void pass(Pass pass) throws SQLException {
    try (Connection snapshot = snapshot()) {
      pass.run(snapshot);
      snapshot.commit();
    }
  }

  /** Compiling a statement takes longer than all that a pass copies. */
  private static Connection session(PostgresUrl url) throws SQLException {
    Connection connection = PostgresTransfer.session(url);
    Sql.update(connection, "SET jit = off");
    return connection;
  }

  private Connection snapshot() throws SQLException {
    Connection connection = session(from);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    connection.setAutoCommit(false);
    return connection;
  }

  /** Deletes what the target has, first what authenticates requests, later what they work on. */
  private void finish(Connection source, WriteFence fence, List<Table> tables) throws SQLException {
    fence.close();
    source.setAutoCommit(false);
    delete(source, fence, ACCESS);
    source.commit();
    LockSupport.parkNanos(REQUEST_TIME.toNanos());
    delete(source, fence, tables.stream().map(Table::name).toList());
    fence.forget();
    source.commit();
    source.setAutoCommit(true);
    fence.open();
    fence.remove(tables);
  }

  private void delete(Connection source, WriteFence fence, List<String> tables)
      throws SQLException {
    fence.pass();
    for (String table : tables) {
      if (!table.equals(ADDRESSES)) {
        Sql.update(source, "DELETE FROM " + table + " WHERE org_id = ?", organizationId);
      }
    }
  }

  private boolean exists(Connection connection) throws SQLException {
    return Sql.text(connection, EXISTS, organizationId).isPresent();
  }

  private void requireAlone(Connection connection) throws SQLException {
    if (Sql.text(connection, HAS_CITUS).isPresent()) {
      throw new StoreException(
          "a database with Citus moves shards instead: see docs/scale.md", null);
    }
    long deadline = System.nanoTime() + ALONE_WAIT.toNanos();
    while (!Sql.text(connection, ALONE, organizationId).orElseThrow().equals("true")) {
      if (System.nanoTime() > deadline) {
        throw new StoreException(
            "the organization is being moved by another run, or both databases are the same; if a"
                + " run was killed, run it again",
            null);
      }
      LockSupport.parkNanos(ALONE_PAUSE.toNanos());
    }
  }
}
