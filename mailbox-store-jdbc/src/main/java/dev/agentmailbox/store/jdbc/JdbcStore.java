package dev.agentmailbox.store.jdbc;

import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.event.LogListener;
import dev.agentmailbox.store.jdbc.WriteGroups.Outcome;
import dev.agentmailbox.store.jdbc.WriteGroups.Write;
import dev.agentmailbox.store.jdbc.sql.Dialect;
import dev.agentmailbox.store.jdbc.sql.DurablePositions;
import dev.agentmailbox.store.jdbc.sql.RowCache;
import dev.agentmailbox.store.jdbc.sql.SqlFailure;
import dev.agentmailbox.store.jdbc.sql.Statements;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
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
 * A mailbox store on a database that {@link Migrations} has prepared.
 *
 * <p>A write runs on one connection, commits, gives the connection back, and only then waits at the
 * {@link CommitBarrier}, so that waiting writers hold nothing that others need. Thread safe.
 */
public final class JdbcStore implements MailboxStore {
  /** How often work that lost a race is run, the first time included. */
  static final int MAX_TRIES = 20;

  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final Jdbi reading;
  private final Jdbi writing;
  private final Dialect dialect;
  private final Writes writes;

  /** Null when others write at the same time. */
  private final @Nullable RowCache cache;

  private final CommitBarrier gate;
  private final ContentStore content;
  private final DurablePositions marks;
  private final List<LogListener> listeners = new CopyOnWriteArrayList<>();
  private final SearchUpkeep search = new SearchUpkeep(new Own());
  private volatile @Nullable LogWatch watch;
  private final ThreadLocal<Boolean> busy = ThreadLocal.withInitial(() -> false);

  /**
   * Makes a store.
   *
   * @param lane how many writes run at once
   * @param gate what a write waits for; closed with the store
   * @param content where raw messages are
   */
  public JdbcStore(
      Connections connections,
      Dialect dialect,
      WriteLock lane,
      CommitBarrier gate,
      ContentStore content) {
    this.reading = JdbiSetup.over(connections.reading());
    this.writing = JdbiSetup.over(connections.writing());
    this.dialect = dialect;
    this.cache = lane.isExclusive() ? new RowCache() : null;
    this.writes =
        lane.isExclusive()
            ? new WriteGroups(lane.patience(), group -> lane.alone(() -> runGroup(group)))::run
            : this::runAlone;
    this.gate = gate;
    this.content = content;
    this.marks = new DurablePositions(gate.isImmediate());
  }

  @Override
  public <T> T read(Function<StoreTransaction, T> work) {
    return alone(() -> durably(() -> runUntilItWins(() -> run(reading, work, false))).result());
  }

  @Override
  public <T> T look(Function<StoreTransaction, T> work) {
    return alone(() -> runUntilItWins(() -> run(reading, work, false)).result());
  }

  @Override
  public <T> T write(Function<StoreTransaction, T> work) {
    return alone(() -> writeDurably(work));
  }

  private <T> T writeDurably(Function<? super JdbcTransaction, T> work) {
    gate.requireWritable();
    Outcome<T> outcome = durably(() -> runUntilItWins(() -> writes.run(work)));
    outcome.appended().forEach(this::tell);
    return outcome.result();
  }

  /**
   * Returns, or throws what the work throws, when everything is durable that the transaction may
   * have seen. A repeat is answered from the row of the first try, and a refusal from the row that
   * stands against it: neither may be heard before that row would survive.
   */
  private <T> Outcome<T> durably(Supplier<Outcome<T>> transaction) {
    try {
      return transaction.get();
    } finally {
      gate.awaitDurable(gate.written());
    }
  }

  private void tell(String organizationId, long lastSequence) {
    marks.release(organizationId, lastSequence);
    LogWatch watching = watch;
    if (watching != null) {
      watching.note(organizationId, lastSequence);
    }
    grew(organizationId);
  }

  private void grew(String organizationId) {
    search.grew(organizationId);
    listeners.forEach(listener -> listener.grew(organizationId));
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
   * Tells listeners of events of other processes too, from now on until the store is closed. Called
   * once, before the store is used.
   *
   * @param period between two looks, unless a look takes long
   */
  public void watchOtherWriters(Duration period) {
    LogWatch watching =
        new LogWatch(
            () -> alone(() -> run(reading, JdbcTransaction::logHeads, false).result()),
            this::grew,
            period);
    watch = watching;
    watching.start();
  }

  private <T> T runUntilItWins(Supplier<T> transaction) {
    for (int attempt = 1; ; attempt++) {
      try {
        return transaction.get();
      } catch (LostRace e) {
        if (attempt == MAX_TRIES) {
          throw StoreException.undone("lost " + MAX_TRIES + " races in a row", e.getCause());
        }
        long most = Math.min(MAX_PAUSE_NANOS, FIRST_PAUSE_NANOS << attempt);
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(most));
      }
    }
  }

  /** Runs writes, each to its end in a transaction of its own or shared with others. */
  private interface Writes {
    <T> Outcome<T> run(Function<? super JdbcTransaction, T> work);
  }

  private <T> Outcome<T> runAlone(Function<? super JdbcTransaction, T> work) {
    return run(writing, work, true);
  }

  private <T> void runAlone(Write<T> write) {
    try {
      write.end(runAlone(write.work));
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
   * Runs writes in one transaction, each behind a savepoint, so that one that fails undoes itself
   * only. Nobody is answered before the commit: a write may have seen what those before it wrote.
   *
   * @return false when all was undone for a reason that may be one write's only
   */
  private boolean runTogether(List<Write<?>> group) {
    SharedTransaction shared = new SharedTransaction(marks);
    boolean committing = false;
    try (Handle handle = open(writing)) {
      handle.begin();
      try {
        shared.run(handle, new Statements(handle, dialect, true, cache), group);
        committing = true;
        handle.commit();
      } catch (Throwable e) {
        rollBack(handle, e);
        throw e;
      } finally {
        endCaching();
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
    try (Handle handle = open(database)) {
      handle.begin();
      Statements statements = new Statements(handle, dialect, write, write ? cache : null);
      JdbcTransaction transaction = new JdbcTransaction(statements, marks, write);
      boolean committing = false;
      try {
        T result = work.apply(transaction);
        Map<String, Long> appended = transaction.finish();
        committing = true;
        handle.commit();
        return new Outcome<>(result, appended);
      } catch (JdbiException e) {
        rollBack(handle, e);
        throw committing ? translate(e, SqlFailure.storeException(e)) : undone(e);
      } catch (Throwable e) {
        rollBack(handle, e);
        throw e;
      } finally {
        transaction.end();
        if (write) {
          endCaching();
        }
      }
    } catch (JdbiException e) {
      throw SqlFailure.storeException(e);
    }
  }

  private void endCaching() {
    if (cache != null) {
      cache.endTransaction();
    }
  }

  private Handle open(Jdbi database) {
    try {
      return database.open();
    } catch (JdbiException e) {
      throw undone(e);
    }
  }

  private static void rollBack(Handle handle, Throwable reason) {
    try {
      handle.rollback();
    } catch (JdbiException e) {
      reason.addSuppressed(SqlFailure.storeException(e));
    }
  }

  /** What was not committed yet is undone by the database, even if the connection broke. */
  private RuntimeException undone(JdbiException failure) {
    return translate(failure, SqlFailure.undone(failure));
  }

  private RuntimeException translate(JdbiException failure, StoreException clean) {
    SQLException sql = SqlFailure.find(failure);
    return sql != null && dialect.isRetryable(sql) ? new LostRace(clean) : clean;
  }

  /** Work given to a store must not call the store: it could wait for itself. */
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
    gate.close();
  }

  /** Another transaction won; the same work may be run again. */
  private static final class LostRace extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LostRace(StoreException cause) {
      super(cause.getMessage(), cause, false, false);
    }
  }

  private final class Own implements OwnWork {
    @Override
    public <T> T read(Function<JdbcTransaction, T> work) {
      return alone(() -> runUntilItWins(() -> run(reading, work, false)).result());
    }

    @Override
    public <T> T write(Function<JdbcTransaction, T> work) {
      return alone(() -> writeDurably(work));
    }
  }
}
