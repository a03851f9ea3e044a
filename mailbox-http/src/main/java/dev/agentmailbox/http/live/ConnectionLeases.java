package dev.agentmailbox.http.live;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.port.ConnectionLeaseStore.ConnectionLease;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits live connections over all processes with leases in the store. This process renews its
 * lease every few seconds; when it has failed to for longer than the lease, other processes may
 * have reassigned its slots, and its connections must be closed. Thread safe.
 */
final class ConnectionLeases {
  static final int MAX_OF_ORGANIZATION = 50;
  // spec WebSocket.5, Rates.8
  static final int MAX_OF_KEY = 10;

  /** Lease duration: after a crash the slots are free again within this time. */
  static final Duration LEASE = Duration.ofSeconds(30);

  private static final Duration RENEW_EVERY = Duration.ofSeconds(10);

  /** Delay after a failed renewal. */
  private static final Duration RENEW_AGAIN = Duration.ofSeconds(1);

  /** Suggested wait; connections end at any time. */
  private static final Duration RETRY_WHEN_FULL = Duration.ofSeconds(30);

  private static final Logger LOG = LoggerFactory.getLogger(ConnectionLeases.class);

  private final MailboxContext context;
  private final Set<ConnectionLease> held = ConcurrentHashMap.newKeySet();
  private final Set<ConnectionLease> left = ConcurrentHashMap.newKeySet();
  private volatile String node;
  private boolean joined;
  private Instant nextRenewal = Instant.EPOCH;

  ConnectionLeases(MailboxContext context) {
    this.context = context;
    this.node = context.ids().token();
  }

  private enum Attempt {
    DONE,
    FULL,
    /** The lease of this process was removed by another. */
    LOST
  }

  /**
   * Reserves a slot for one more connection with a key.
   *
   * @throws MailboxException {@code rate_limited}
   * @throws StoreException the store is not available
   */
  synchronized ConnectionLease take(String organizationId, String keyId) {
    ConnectionLease lease = new ConnectionLease(organizationId, keyId, node, context.ids().token());
    Attempt attempt = write(lease);
    if (attempt == Attempt.LOST) {
      rejoin();
      return take(organizationId, keyId);
    }
    joined = true;
    nextRenewal = context.now().plus(RENEW_EVERY);
    if (attempt == Attempt.FULL) {
      throw MailboxException.of(ErrorCode.RATE_LIMITED, "too many connections are open")
          .retryAfter(RETRY_WHEN_FULL);
    }
    held.add(lease);
    return lease;
  }

  /** After a failure it is unknown whether the transaction committed. */
  private Attempt write(ConnectionLease lease) {
    try {
      return context.write(tx -> take(tx, lease));
    } catch (StoreException unknown) {
      left.add(lease);
      if (!joined) {
        // A row that may exist must not be reused; it expires with the lease.
        node = context.ids().token();
      }
      throw unknown;
    }
  }

  /** Locking the organization's row serializes the counting. */
  private Attempt take(StoreTransaction tx, ConnectionLease lease) {
    Instant now = context.now();
    Instant until = now.plus(LEASE);
    if (tx.organizations().lock(lease.organizationId()).isEmpty()) {
      throw MailboxException.notFound("organization");
    }
    if (!joined) {
      tx.connectionLeases().join(lease.node(), until);
    } else if (!tx.connectionLeases().renew(lease.node(), until)) {
      return Attempt.LOST;
    }
    tx.connectionLeases().removeLost(now);
    List<ConnectionLease> others = tx.connectionLeases().of(lease.organizationId());
    long ofKey = others.stream().filter(other -> other.keyId().equals(lease.keyId())).count();
    if (others.size() >= MAX_OF_ORGANIZATION || ofKey >= MAX_OF_KEY) {
      return Attempt.FULL;
    }
    tx.connectionLeases().take(lease);
    return Attempt.DONE;
  }

  private void rejoin() {
    if (!held.isEmpty()) {
      LOG.warn("the lease of this process expired: its live connections must reconnect");
    }
    node = context.ids().token();
    joined = false;
    held.clear();
    left.clear();
  }

  /** Whether a slot is still valid; if not, it may have been reassigned. */
  boolean isHeld(ConnectionLease lease) {
    return lease.node().equals(node);
  }

  /** Renews the lease when it is due. */
  synchronized void renew() {
    Instant now = context.now();
    if (held.isEmpty() || now.isBefore(nextRenewal)) {
      return;
    }
    nextRenewal = now.plus(RENEW_AGAIN);
    try {
      String current = node;
      if (!context.write(tx -> tx.connectionLeases().renew(current, now.plus(LEASE)))) {
        rejoin();
      }
      nextRenewal = now.plus(RENEW_EVERY);
    } catch (StoreException unavailable) {
      LOG.warn("renewing the lease of live connections failed", unavailable);
    }
  }

  /** Marks a slot as free; {@link #deleteEnded} writes it to the store. */
  void leave(ConnectionLease lease) {
    if (held.remove(lease)) {
      left.add(lease);
    }
  }

  /** Releases the slots of closed connections. */
  void deleteEnded() {
    for (ConnectionLease lease : List.copyOf(left)) {
      try {
        context.write(tx -> free(tx, lease));
        left.remove(lease);
      } catch (StoreException unavailable) {
        LOG.warn("releasing the slot of a live connection failed; it is retried", unavailable);
        return;
      }
    }
  }

  private static boolean free(StoreTransaction tx, ConnectionLease lease) {
    tx.connectionLeases().free(lease.organizationId(), lease.id());
    return true;
  }

  /** Releases everything on stop. */
  synchronized void close() {
    if (!joined) {
      return;
    }
    try {
      String current = node;
      joined =
          context.write(
              tx -> {
                tx.connectionLeases().leave(current);
                return false;
              });
    } catch (StoreException unavailable) {
      LOG.warn("releasing live connections failed; their lease will expire", unavailable);
    }
  }
}
