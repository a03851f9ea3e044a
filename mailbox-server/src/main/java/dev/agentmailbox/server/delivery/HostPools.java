package dev.agentmailbox.server.delivery;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pools of idle connections by host and TLS mode. Thread safe. */
final class HostPools implements AutoCloseable {
  /** Maximum hosts with idle connections; those of further hosts are closed at once. */
  private static final int HOSTS = 64;

  private final SmtpClientSettings settings;
  private final Map<Key, ConnectionPool> pools = new HashMap<>();
  private boolean closed;

  private record Key(String host, RelayUrl.Tls tls) {}

  HostPools(SmtpClientSettings settings) {
    this.settings = settings;
  }

  /** An idle connection that seems alive, or null. */
  @Nullable SmtpConnection take(String host, RelayUrl.Tls tls) {
    ConnectionPool pool;
    synchronized (this) {
      pool = pools.get(new Key(host, tls));
    }
    return pool == null ? null : pool.take();
  }

  /** Returns a connection that is ready for another message. */
  void giveBack(String host, RelayUrl.Tls tls, SmtpConnection connection) {
    ConnectionPool pool;
    synchronized (this) {
      boolean room = !closed && pools.size() < HOSTS;
      Key key = new Key(host, tls);
      pool = pools.get(key);
      if (pool == null && room) {
        pool = new ConnectionPool(settings);
        pools.put(key, pool);
      }
    }
    if (pool == null) {
      connection.quit();
    } else {
      pool.giveBack(connection);
    }
  }

  /** Closes connections idle for too long. */
  void sweep() {
    List<ConnectionPool> all;
    synchronized (this) {
      all = List.copyOf(pools.values());
    }
    all.forEach(ConnectionPool::sweep);
    synchronized (this) {
      pools.values().removeIf(ConnectionPool::closeIfEmpty);
    }
  }

  @Override
  public void close() {
    List<ConnectionPool> all;
    synchronized (this) {
      closed = true;
      all = List.copyOf(pools.values());
      pools.clear();
    }
    all.forEach(ConnectionPool::close);
  }
}
