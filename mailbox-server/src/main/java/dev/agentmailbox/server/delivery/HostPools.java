package dev.agentmailbox.server.delivery;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Connections kept for the next message, by host and by how they are secured. Thread safe. */
final class HostPools implements AutoCloseable {
  /** Hosts with kept connections; those of further hosts are ended at once. */
  private static final int HOSTS = 64;

  private final SmtpClientSettings settings;
  private final Map<Key, ConnectionPool> pools = new HashMap<>();
  private boolean closed;

  private record Key(String host, RelayUrl.Tls tls) {}

  HostPools(SmtpClientSettings settings) {
    this.settings = settings;
  }

  /** A connection that seems alive, or null. */
  @Nullable SmtpConnection take(String host, RelayUrl.Tls tls) {
    ConnectionPool pool;
    synchronized (this) {
      pool = pools.get(new Key(host, tls));
    }
    return pool == null ? null : pool.take();
  }

  /** Takes back a connection that is ready for another message. */
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

  /** Ends connections that were not needed for a while. */
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
