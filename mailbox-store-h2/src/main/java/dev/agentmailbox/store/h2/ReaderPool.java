package dev.agentmailbox.store.h2;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.h2.util.JdbcUtils;
import org.jspecify.annotations.Nullable;

/**
 * A pool of read connections; the most recently returned is used first. Unlike the pool of H2, it
 * does not roll back a connection that has no open transaction: a rollback makes the session forget
 * its parsed statements. Thread safe.
 */
final class ReaderPool extends ConnectionSource {
  /** Maximum connections. */
  static final int MAX_CONNECTIONS = 16;

  /** How long a caller waits for a connection. */
  private static final Duration ACQUIRE_TIMEOUT = Duration.ofSeconds(10);

  private final DataSource source;
  private final Semaphore permits;
  private final Duration acquireTimeout;
  private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  ReaderPool(DataSource source) {
    this(source, MAX_CONNECTIONS, ACQUIRE_TIMEOUT);
  }

  ReaderPool(DataSource source, int size, Duration acquireTimeout) {
    this.source = source;
    this.permits = new Semaphore(size);
    this.acquireTimeout = acquireTimeout;
  }

  /**
   * Provides a connection; closing it returns it to the pool.
   *
   * @throws SQLTimeoutException none became free in time
   */
  @Override
  public Connection getConnection() throws SQLException {
    acquire();
    boolean done = false;
    try {
      if (closed) {
        throw new SQLException("the database is closed");
      }
      Connection pooled = idle.pollFirst();
      Connection view = view(pooled == null ? source.getConnection() : pooled);
      done = true;
      return view;
    } finally {
      if (!done) {
        permits.release();
      }
    }
  }

  private void acquire() throws SQLException {
    try {
      if (!permits.tryAcquire(acquireTimeout.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new SQLTimeoutException("too many reads wait for a database connection");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLTimeoutException("interrupted while waiting for a database connection", e);
    }
  }

  private Connection view(Connection connection) {
    AtomicBoolean returned = new AtomicBoolean();
    return JournaledStatement.proxy(
        Connection.class,
        (method, arguments) ->
            switch (method.getName()) {
              case "close" -> returned.compareAndSet(false, true) ? giveBack(connection) : null;
              case "isClosed" -> returned.get();
              default -> {
                if (returned.get()) {
                  throw new SQLException("the connection is closed");
                }
                yield JournaledConnection.invoke(connection, method, arguments);
              }
            });
  }

  private @Nullable Void giveBack(Connection connection) throws SQLException {
    boolean usable = false;
    try {
      if (!connection.isClosed()) {
        if (!connection.getAutoCommit()) {
          connection.rollback();
          connection.setAutoCommit(true);
        }
        usable = true;
      }
    } finally {
      if (usable) {
        idle.addFirst(connection);
      } else {
        JdbcUtils.closeSilently(connection);
      }
      permits.release();
    }
    if (closed) {
      closeIdle();
    }
    return null;
  }

  /** Refuses further use, before the database closes; it would wait for idle connections. */
  void close() {
    closed = true;
    closeIdle();
  }

  private void closeIdle() {
    for (Connection each = idle.pollFirst(); each != null; each = idle.pollFirst()) {
      JdbcUtils.closeSilently(each);
    }
  }
}
