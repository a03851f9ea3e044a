package dev.agentmailbox.store.jdbc;

import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.event.LogListener;
import dev.agentmailbox.port.event.LogListeners;
import dev.agentmailbox.store.jdbc.sql.Dialect;
import dev.agentmailbox.store.jdbc.sql.DurablePositions;
import dev.agentmailbox.store.jdbc.sql.RowCache;
import dev.agentmailbox.store.jdbc.sql.SqlFailure;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.UnwrittenContent;
import dev.agentmailbox.store.jdbc.transaction.CommitBarrier;
import dev.agentmailbox.store.jdbc.transaction.JdbcTransaction;
import dev.agentmailbox.store.jdbc.transaction.SharedTransaction;
import dev.agentmailbox.store.jdbc.transaction.WriteBatcher;
import dev.agentmailbox.store.jdbc.transaction.WriteBatcher.Outcome;
import dev.agentmailbox.store.jdbc.transaction.WriteBatcher.Write;
import dev.agentmailbox.store.jdbc.transaction.WriteLock;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/**
 * A mailbox store on a database that {@link Migrations} has prepared. Thread safe.
 *
 * <p>A write goes through four stages. {@code docs/from-write-to-250.md} tells the whole story.
 *
 * <ol>
 *   <li>With an exclusive {@link WriteLock} (H2), {@link WriteBatcher} let one thread run the
 *       waiting writes of many in a {@link SharedTransaction}, each after a savepoint. Without one
 *       (PostgreSQL), each write is a transaction of its own.
 *   <li>Events, counts and search marks are rows of a whole organization. {@code LateRows} collect
 *       them and write them at the end of the transaction.
 *   <li>The commit makes the rows visible, not durable. {@link DurablePositions} hides the new
 *       events from readers until they are.
 *   <li>Every caller, of a read or a failed write too, waits at the {@link CommitBarrier} until all
 *       that its transaction may have seen is durable. It holds no connection and no lock then.
 * </ol>
 *
 * <p>{@link RowCache} is correct because of stage 1 alone: one transaction writes at a time.
 */
public final class JdbcStore implements MailboxStore {
  /** Maximum attempts of work that lost a race. */
  static final int MAX_TRIES = 20;

  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final Jdbi reading;
  private final Jdbi writing;
  private final Dialect dialect;
  private final Writes writes;

  private final RowCache cache;
  private final CommitBarrier barrier;
  private final ContentStore content;
  private final UnwrittenContent unwritten;
  private final DurablePositions positions;
  private final LogListeners listeners = new LogListeners();
  private final SearchUpkeep search = new SearchUpkeep(new Own());
  private volatile @Nullable LogWatch watch;
  private final ThreadLocal<Boolean> busy = ThreadLocal.withInitial(() -> false);

  /**
   * Creates a store.
   *
   * @param writeLock limits concurrent writes
   * @param barrier the barrier for acknowledgements; closed with the store
   * @param content raw messages
   * @param unwritten content that the store writes with rows
   */
  public JdbcStore(
      Connections connections,
      Dialect dialect,
      WriteLock writeLock,
      CommitBarrier barrier,
      ContentStore content,
      UnwrittenContent unwritten) {
    this.reading = JdbiSetup.over(connections.reading());
    this.writing = JdbiSetup.over(connections.writing());
    this.dialect = dialect;
    this.cache = new RowCache(writeLock.isExclusive());
    this.writes =
        writeLock.isExclusive()
            ? new WriteBatcher(
                    writeLock.patience(), group -> writeLock.alone(() -> runGroup(group)))
                ::run
            : this::runAlone;
    this.barrier = barrier;
    this.content = content;
    this.unwritten = unwritten;
    this.positions = new DurablePositions(barrier.isImmediate());
  }

  @Override
  public <T> T read(Function<StoreTransaction, T> work) {
    return alone(() -> durably(() -> runWithRetries(() -> run(reading, work, false))).result());
  }

  @Override
  public <T> T look(Function<StoreTransaction, T> work) {
    return alone(() -> runWithRetries(() -> run(reading, work, false)).result());
  }

  @Override
  public <T> T write(Function<StoreTransaction, T> work) {
    return alone(() -> writeDurably(work));
  }

  private <T> T writeDurably(Function<? super JdbcTransaction, T> work) {
    barrier.requireWritable();
    Outcome<T> outcome = durably(() -> runWithRetries(() -> writes.run(work)));
    outcome.appended().forEach(this::wake);
    return outcome.result();
  }

  /**
   * Returns, or rethrows, only after everything the transaction may have seen is durable. A
   * replayed response comes from an earlier row, and a refusal may be caused by one: neither may be
   * reported before that row is durable.
   */
  private <T> Outcome<T> durably(Supplier<Outcome<T>> transaction) {
    try {
      return transaction.get();
    } finally {
      barrier.awaitDurable(barrier.written());
    }
  }

  private void wake(String organizationId, long lastSequence) {
    positions.release(organizationId, lastSequence);
    LogWatch watching = watch;
    if (watching != null) {
      watching.note(organizationId, lastSequence);
    }
    grew(organizationId);
  }

  private void grew(String organizationId) {
    search.grew(organizationId);
    listeners.wake(organizationId);
  }

  @Override
  public int tidy(Instant now) {
    return search.run(now);
  }

  @Override
  public void listen(LogListener listener) {
    listeners.add(listener);
  }

  /**
   * Also notifies listeners of events of other processes, in organizations that they follow, until
   * the store is closed. Called once, before the store is used.
   *
   * @param period polling interval, longer when polls are slow
   */
  public void watchOtherWriters(Duration period) {
    LogWatch watching =
        new LogWatch(
            listeners::followed,
            followed -> alone(() -> run(reading, tx -> tx.logHeads(followed), false).result()),
            this::grew,
            period);
    watch = watching;
    watching.start();
  }

  private <T> T runWithRetries(Supplier<T> transaction) {
    for (int attempt = 1; ; attempt++) {
      try {
        return transaction.get();
      } catch (LostRace e) {
        if (attempt == MAX_TRIES) {
          throw StoreException.undone("lost " + MAX_TRIES + " races in a row", e.getCause());
        }
        long maxPause = Math.min(MAX_PAUSE_NANOS, FIRST_PAUSE_NANOS << attempt);
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(maxPause));
      }
    }
  }

  /** Runs writes, each in its own transaction or in a shared one. */
  private interface Writes {
    <T> Outcome<T> run(Function<? super JdbcTransaction, T> work);
  }

  private <T> Outcome<T> runAlone(Function<? super JdbcTransaction, T> work) {
    return run(writing, work, true);
  }

  private <T> void runAlone(Write<T> write) {
    try {
      write.end(runAlone(write.work()));
    } catch (Throwable e) {
      write.fail(e);
    }
  }

  private @Nullable Void runGroup(List<Write<?>> group) {
    if (group.size() == 1 || !runTogether(group)) {
      group.forEach(this::runAlone);
    }
    return null;
  }

  /**
   * Runs writes in one transaction, each after a savepoint, so that a failing one rolls back only
   * itself. None is acknowledged before the commit, because writes see each other's changes.
   *
   * @return false when all were rolled back for a reason that may concern one write only
   */
  private boolean runTogether(List<Write<?>> group) {
    SharedTransaction shared = new SharedTransaction(positions);
    boolean committing = false;
    try (Handle handle = open(writing)) {
      Statements statements = new Statements(() -> handle, dialect, true, cache, unwritten);
      handle.begin();
      try {
        shared.run(handle, statements, group);
        committing = true;
        handle.commit();
        statements.committed();
      } catch (Throwable e) {
        LazyHandle.rollBack(handle, e);
        throw e;
      } finally {
        cache.endTransaction();
      }
    } catch (JdbiException e) {
      if (!committing) {
        return false;
      }
      shared.fail(translate(e, SqlFailure.storeException(e)));
      return true;
    } catch (StoreException e) {
      if (e.isUndone()) {
        return false;
      }
      throw e;
    }
    shared.end(this::undone);
    return true;
  }

  private <T> Outcome<T> run(
      Jdbi database, Function<? super JdbcTransaction, T> work, boolean write) {
    try (LazyHandle handle = new LazyHandle(() -> open(database), write)) {
      Statements statements = new Statements(handle, dialect, write, cache, unwritten);
      JdbcTransaction transaction = new JdbcTransaction(statements, positions, write);
      boolean committing = false;
      try {
        T result = work.apply(transaction);
        Map<String, Long> appended = transaction.finish();
        committing = true;
        handle.commit();
        statements.committed();
        return new Outcome<>(result, appended);
      } catch (JdbiException e) {
        handle.rollBack(e);
        throw committing ? translate(e, SqlFailure.storeException(e)) : undone(e);
      } catch (Throwable e) {
        handle.rollBack(e);
        throw e;
      } finally {
        transaction.end();
        if (write) {
          cache.endTransaction();
        }
      }
    } catch (JdbiException e) {
      throw SqlFailure.storeException(e);
    }
  }

  private Handle open(Jdbi database) {
    try {
      return database.open();
    } catch (JdbiException e) {
      throw undone(e);
    }
  }

  /** The database rolls back uncommitted work, even when the connection broke. */
  private RuntimeException undone(JdbiException failure) {
    return translate(failure, SqlFailure.undone(failure));
  }

  private RuntimeException translate(JdbiException failure, StoreException clean) {
    SQLException sql = SqlFailure.find(failure);
    return sql != null && dialect.isRetryable(sql) ? new LostRace(clean) : clean;
  }

  /** Work must not call the store again, which could deadlock. */
  private <T> T alone(Supplier<T> call) {
    if (busy.get()) {
      throw new IllegalStateException("a transaction must not start another one");
    }
    busy.set(true);
    try {
      return call.get();
    } finally {
      busy.set(false);
    }
  }

  @Override
  public ContentStore content() {
    return content;
  }

  @Override
  public void close() {
    LogWatch watching = watch;
    if (watching != null) {
      watching.close();
    }
    barrier.close();
  }

  /** Another transaction won the race; the work may be retried. */
  private static final class LostRace extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LostRace(StoreException cause) {
      super(cause.getMessage(), cause, false, false);
    }
  }

  private final class Own implements MaintenanceTransactions {
    @Override
    public <T> T read(Function<JdbcTransaction, T> work) {
      return alone(() -> runWithRetries(() -> run(reading, work, false)).result());
    }

    @Override
    public <T> T write(Function<JdbcTransaction, T> work) {
      return alone(() -> writeDurably(work));
    }
  }
}
