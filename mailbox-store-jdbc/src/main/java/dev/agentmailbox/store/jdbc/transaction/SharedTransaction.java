package dev.agentmailbox.store.jdbc.transaction;

import dev.agentmailbox.store.jdbc.sql.DurablePositions;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.transaction.WriteBatcher.Outcome;
import dev.agentmailbox.store.jdbc.transaction.WriteBatcher.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/**
 * Writes that share a transaction, each after a savepoint, so that a failing one rolls back only
 * itself. Belongs to one thread.
 */
public final class SharedTransaction {
  /** Maximum duration; writes not started by then go into the next transaction. */
  private static final long MAX_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private static final String SAVEPOINT = "w";

  private final DurablePositions positions;
  private final LateRows late = new LateRows();
  private final List<Attempt<?>> attempts = new ArrayList<>();
  private Map<String, Long> appended = Map.of();

  /** Creates a transaction without writes. */
  public SharedTransaction(DurablePositions positions) {
    this.positions = positions;
  }

  /**
   * A completed, uncommitted write.
   *
   * @param logs the organizations for which it published events
   * @param failure the exception it ended with; null when it has a result
   */
  private record Attempt<T>(
      Write<T> write, @Nullable Outcome<T> outcome, Set<String> logs, @Nullable Throwable failure) {
    void end(Map<String, Long> appended, Function<JdbiException, RuntimeException> undone) {
      if (outcome != null) {
        Map<String, Long> own = new HashMap<>(appended);
        own.keySet().retainAll(logs);
        write.end(outcome.appending(own));
      } else if (failure instanceof JdbiException database) {
        write.fail(undone.apply(database));
      } else if (failure != null) {
        write.fail(failure);
      }
    }
  }

  /**
   * Runs the first write and as many more as time permits, then writes their collected rows.
   *
   * @throws RuntimeException the transaction must be rolled back; no write is complete
   */
  public void run(Handle handle, Statements statements, List<Write<?>> group) {
    long begun = System.nanoTime();
    for (Write<?> write : group) {
      if (!attempts.isEmpty() && System.nanoTime() - begun > MAX_NANOS) {
        break;
      }
      try {
        attempts.add(attempt(handle, statements, write));
      } catch (JdbcTransaction.NeedsOwnTransaction e) {
        break;
      }
    }
    appended = late.writeTo(statements, positions);
  }

  private <T> Attempt<T> attempt(Handle handle, Statements statements, Write<T> write) {
    handle.savepoint(SAVEPOINT);
    int contents = statements.contentCount();
    JdbcTransaction transaction = new JdbcTransaction(statements, positions, late);
    try {
      Outcome<T> outcome = new Outcome<>(write.work().apply(transaction), Map.of());
      handle.releaseSavepoint(SAVEPOINT);
      late.add(transaction.late());
      return new Attempt<>(write, outcome, transaction.late().logs(), null);
    } catch (JdbcTransaction.NeedsOwnTransaction e) {
      handle.rollbackToSavepoint(SAVEPOINT);
      statements.contentRolledBack(contents);
      throw e;
    } catch (Throwable e) {
      handle.rollbackToSavepoint(SAVEPOINT);
      statements.contentRolledBack(contents);
      return new Attempt<>(write, null, Set.of(), e);
    } finally {
      transaction.end();
    }
  }

  /**
   * Completes the writes; called after the commit, because writes see each other's changes.
   *
   * @param undone converts a database failure for the caller
   */
  public void end(Function<JdbiException, RuntimeException> undone) {
    attempts.forEach(attempt -> attempt.end(appended, undone));
  }

  /** Completes the writes with the failure of the commit. */
  public void fail(RuntimeException failure) {
    attempts.forEach(attempt -> attempt.write().fail(failure));
  }
}
