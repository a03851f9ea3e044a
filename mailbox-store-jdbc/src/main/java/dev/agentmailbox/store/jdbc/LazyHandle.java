package dev.agentmailbox.store.jdbc;

import dev.agentmailbox.store.jdbc.sql.SqlFailure;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/**
 * A handle that is opened for the first statement: cached rows take no connection. A write begins a
 * transaction then. A read begins none, because at the isolation level of both databases each
 * statement has a snapshot of its own anyway. Belongs to one thread.
 */
final class LazyHandle implements Supplier<Handle>, AutoCloseable {
  private final Supplier<Handle> source;
  private final boolean write;
  private @Nullable Handle handle;

  LazyHandle(Supplier<Handle> source, boolean write) {
    this.source = source;
    this.write = write;
  }

  @Override
  public Handle get() {
    Handle open = handle;
    if (open == null) {
      open = source.get();
      handle = open;
      if (write) {
        open.begin();
      }
    }
    return open;
  }

  void commit() {
    if (write && handle != null) {
      handle.commit();
    }
  }

  void rollBack(Throwable reason) {
    if (write && handle != null) {
      rollBack(handle, reason);
    }
  }

  static void rollBack(Handle handle, Throwable reason) {
    try {
      handle.rollback();
    } catch (JdbiException e) {
      reason.addSuppressed(SqlFailure.storeException(e));
    }
  }

  @Override
  public void close() {
    if (handle != null) {
      handle.close();
    }
  }
}
