package dev.agentmailbox.http.live;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.port.ConnectionLeaseStore.LivePlace;
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
 * The places of live connections, counted in the store over all processes. This process says every
 * few seconds that it lives; when it could not for longer than its lease, others may have given its
 * places away, and the connections that hold them have to end. Thread safe.
 */
final class ConnectionLeases {
  static final int MAX_OF_ORGANIZATION = 50;
  // spec WebSocket.5, Rates.8
  static final int MAX_OF_KEY = 10;

  /** After a crash the places are free again within this time. */
  static final Duration LEASE = Duration.ofSeconds(30);

  private static final Duration RENEW_EVERY = Duration.ofSeconds(10);

  /** After a renewal that could not be written. */
  private static final Duration RENEW_AGAIN = Duration.ofSeconds(1);

  /** When there may be room again: connections end when they end. */
  private static final Duration RETRY_WHEN_FULL = Duration.ofSeconds(30);

  private static final Logger LOG = LoggerFactory.getLogger(ConnectionLeases.class);

  private final MailboxContext context;
  private final Set<LivePlace> held = ConcurrentHashMap.newKeySet();
  private final Set<LivePlace> left = ConcurrentHashMap.newKeySet();
  private volatile String node;
  private boolean joined;
  private Instant nextRenewal = Instant.EPOCH;

  ConnectionLeases(MailboxContext context) {
    this.context = context;
    this.node = context.ids().token();
  }

  private enum Taken {
    YES,
    FULL,
    /** Others have removed this process. */
    LOST
  }

  /**
   * Takes a place for one more connection that is opened with a key.
   *
   * @throws MailboxException {@code rate_limited}
   * @throws StoreException the store is not available
   */
  synchronized LivePlace take(String organizationId, String keyId) {
    LivePlace place = new LivePlace(organizationId, keyId, node, context.ids().token());
    Taken taken = write(place);
    if (taken == Taken.LOST) {
      beginAnew();
      return take(organizationId, keyId);
    }
    joined = true;
    nextRenewal = context.now().plus(RENEW_EVERY);
    if (taken == Taken.FULL) {
      throw MailboxException.of(ErrorCode.RATE_LIMITED, "too many connections are open")
          .retryAfter(RETRY_WHEN_FULL);
    }
    held.add(place);
    return place;
  }

  /** Of a failure nobody knows whether it came before or after the commit. */
  private Taken write(LivePlace place) {
    try {
      return context.store().write(tx -> take(tx, place));
    } catch (StoreException unknown) {
      left.add(place);
      if (!joined) {
        // A name that may be there cannot be made known again; it ends with its lease.
        node = context.ids().token();
      }
      throw unknown;
    }
  }

  /** The organization's row makes everybody count one after another. */
  private Taken take(StoreTransaction tx, LivePlace place) {
    Instant now = context.now();
    Instant until = now.plus(LEASE);
    if (tx.organizations().lock(place.organizationId()).isEmpty()) {
      throw MailboxException.notFound("organization");
    }
    if (!joined) {
      tx.connectionLeases().join(place.node(), until);
    } else if (!tx.connectionLeases().renew(place.node(), until)) {
      return Taken.LOST;
    }
    tx.connectionLeases().removeLost(now);
    List<LivePlace> others = tx.connectionLeases().of(place.organizationId());
    long ofKey = others.stream().filter(other -> other.keyId().equals(place.keyId())).count();
    if (others.size() >= MAX_OF_ORGANIZATION || ofKey >= MAX_OF_KEY) {
      return Taken.FULL;
    }
    tx.connectionLeases().take(place);
    return Taken.YES;
  }

  private void beginAnew() {
    if (!held.isEmpty()) {
      LOG.warn("this process was away for too long: its live connections have to connect again");
    }
    node = context.ids().token();
    joined = false;
    held.clear();
    left.clear();
  }

  /** Whether a place counts; when not, others may have given it away. */
  boolean isHeld(LivePlace place) {
    return place.node().equals(node);
  }

  /** Says that this process lives, now and then. */
  synchronized void renew() {
    Instant now = context.now();
    if (held.isEmpty() || now.isBefore(nextRenewal)) {
      return;
    }
    nextRenewal = now.plus(RENEW_AGAIN);
    try {
      String current = node;
      if (!context.store().write(tx -> tx.connectionLeases().renew(current, now.plus(LEASE)))) {
        beginAnew();
      }
      nextRenewal = now.plus(RENEW_EVERY);
    } catch (StoreException unavailable) {
      LOG.warn("live connections could not be renewed", unavailable);
    }
  }

  /** A connection has ended; {@link #freeLeft} writes it down. */
  void leave(LivePlace place) {
    if (held.remove(place)) {
      left.add(place);
    }
  }

  /** Frees the places of connections that have ended. */
  void freeLeft() {
    for (LivePlace place : List.copyOf(left)) {
      try {
        context.store().write(tx -> free(tx, place));
        left.remove(place);
      } catch (StoreException unavailable) {
        LOG.warn("the place of a live connection is freed later", unavailable);
        return;
      }
    }
  }

  private static boolean free(StoreTransaction tx, LivePlace place) {
    tx.connectionLeases().free(place.organizationId(), place.id());
    return true;
  }

  /** Frees everything: the process stops. */
  synchronized void close() {
    if (!joined) {
      return;
    }
    try {
      String current = node;
      joined =
          context
              .store()
              .write(
                  tx -> {
                    tx.connectionLeases().leave(current);
                    return false;
                  });
    } catch (StoreException unavailable) {
      LOG.warn("live connections are freed when their lease ends", unavailable);
    }
  }
}
