package dev.agentmailbox.http.live;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.limit.TokenBuckets;
import dev.agentmailbox.http.token.EventCursors;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.work.OutOfMemory;
import dev.agentmailbox.thread.DaemonThreads;
import dev.agentmailbox.thread.ScheduledThreads;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The live connections of this process. A few times a second it verifies with one read that their
 * keys are still valid and have the same scope. Thread safe.
 */
final class LiveConnections implements AutoCloseable {
  static final int HANDSHAKES_A_MINUTE = 10;
  static final Duration PING_EVERY = Duration.ofSeconds(30);

  /** The key was revoked, narrowed or has expired, or the organization was paused. */
  static final int KEY_ENDED = 4401;

  private static final Duration LONGEST_LIFE = Duration.ofMinutes(60);

  /** Lifetimes are spread, so that clients do not reconnect all at once. */
  private static final Duration LIFE_SPREAD = Duration.ofMinutes(5);

  private static final Duration LOOK_EVERY = Duration.ofMillis(300);

  /** After this long without a response from the store, keys can no longer be trusted. */
  private static final Duration MAX_BLIND = Duration.ofSeconds(10);

  /** Suggested wait until another process, or this one after a restart, accepts connections. */
  private static final Duration STOPPING = Duration.ofSeconds(1);

  private static final int GOING_AWAY = 1001;
  private static final int CANNOT_VERIFY = 1011;
  private static final Logger LOG = LoggerFactory.getLogger(LiveConnections.class);

  private final Mailbox mailbox;
  private final EventCursors cursors;
  private final TokenBuckets<String> handshakes;
  private final ConnectionLeases leases;
  private final Set<LiveConnection> connections = ConcurrentHashMap.newKeySet();
  private final ExecutorService freeing;
  private @Nullable ScheduledExecutorService watch;
  private Instant lastAnswer;
  private boolean closed;

  LiveConnections(Mailbox mailbox, EventCursors cursors) {
    this.mailbox = mailbox;
    this.cursors = cursors;
    this.handshakes = new TokenBuckets<>(HANDSHAKES_A_MINUTE, mailbox.context().clock());
    this.leases = new ConnectionLeases(mailbox.context());
    this.lastAnswer = now();
    this.freeing = Executors.newSingleThreadExecutor(DaemonThreads.named("connection-leases"));
  }

  Instant now() {
    return mailbox.context().now();
  }

  /**
   * Counts a handshake, including refused ones.
   *
   * @throws MailboxException {@code rate_limited}
   */
  void countHandshake(Caller.Key caller) {
    TokenBuckets.Decision rate = handshakes.take(caller.id());
    if (!rate.allowed()) {
      throw MailboxException.of(ErrorCode.RATE_LIMITED, "too many handshakes with this key")
          .retryAfter(Duration.ofSeconds(rate.retryAfterSeconds()));
    }
  }

  /**
   * Admits a connection, which counts until {@link LiveConnection#closed} and follows the log from
   * here on.
   *
   * @throws MailboxException {@code rate_limited}
   */
  LiveConnection admit(Caller.Key caller) {
    Organization organization = organization(caller);
    Instant now = now();
    long spread = ThreadLocalRandom.current().nextLong(LIFE_SPREAD.toMillis());
    Instant end = now.plus(LONGEST_LIFE).minusMillis(spread);
    Instant expiry = caller.key().expiry().orElse(end);
    LiveConnection connection =
        new LiveConnection(
            this,
            leases.take(organization.id(), caller.id()),
            mailbox.events(),
            cursors,
            caller,
            organization.isSuspended(),
            expiry.isBefore(end) ? expiry : end);
    take(connection);
    try {
      connection.follow(mailbox.stream());
    } catch (RuntimeException failure) {
      forget(connection);
      throw failure;
    }
    return connection;
  }

  private Organization organization(Caller.Key caller) {
    String id = caller.scope().organizationId();
    return mailbox
        .context()
        .read(tx -> tx.organizations().find(id))
        .orElseThrow(() -> MailboxException.notFound("organization"));
  }

  private synchronized void take(LiveConnection connection) {
    if (closed) {
      forget(connection);
      throw MailboxException.of(ErrorCode.RATE_LIMITED, "the service is stopping")
          .retryAfter(STOPPING);
    }
    connections.add(connection);
    if (watch == null) {
      ScheduledExecutorService started = new ScheduledThreads(1, DaemonThreads.named("live-watch"));
      watch = started;
      lastAnswer = now();
      long period = LOOK_EVERY.toMillis();
      var unused =
          started.scheduleWithFixedDelay(this::checkOrClose, period, period, TimeUnit.MILLISECONDS);
    }
  }

  void forget(LiveConnection connection) {
    connections.remove(connection);
    leases.leave(connection.lease());
    try {
      freeing.execute(leases::deleteEnded);
    } catch (RejectedExecutionException stopping) {
      LOG.debug("all slots are released when the service stops");
    }
  }

  /** Continues after any failure: a revoked key must not stay connected. */
  private void checkOrClose() {
    try {
      look();
    } catch (Throwable bug) {
      OutOfMemory.report(bug);
      LOG.error("checking live connections failed", bug);
      endWhenBlind(now());
    }
  }

  private void endWhenBlind(Instant now) {
    if (now.isAfter(lastAnswer.plus(MAX_BLIND))) {
      connections.forEach(c -> c.end(CANNOT_VERIFY, "temporarily unavailable"));
    }
  }

  /** Handles timers and changed keys. */
  void look() {
    Instant now = now();
    List<LiveConnection> open = List.copyOf(connections);
    open.forEach(connection -> connection.look(now));
    if (open.isEmpty()) {
      lastAnswer = now;
      return;
    }
    leases.renew();
    leases.deleteEnded();
    open.stream()
        .filter(connection -> !leases.isHeld(connection.lease()))
        .forEach(connection -> connection.end(GOING_AWAY, "connect again"));
    try {
      List<LiveConnection> ended = mailbox.context().read(tx -> ended(tx, open, now));
      lastAnswer = now;
      ended.forEach(c -> c.end(KEY_ENDED, "the key no longer allows this"));
    } catch (StoreException unavailable) {
      LOG.warn("live connections could not be verified", unavailable);
      endWhenBlind(now);
    }
  }

  private static List<LiveConnection> ended(
      StoreTransaction tx, List<LiveConnection> open, Instant now) {
    Map<String, Optional<ApiKey>> keys = new HashMap<>();
    Map<String, Boolean> suspended = new HashMap<>();
    List<LiveConnection> ended = new ArrayList<>();
    for (LiveConnection connection : open) {
      Caller.Key caller = connection.caller();
      String organization = caller.scope().organizationId();
      Optional<ApiKey> key =
          keys.computeIfAbsent(
              caller.id(), id -> tx.apiKeys().find(Scope.organization(organization), id));
      boolean paused =
          suspended.computeIfAbsent(
              organization,
              id -> tx.organizations().find(id).map(Organization::isSuspended).orElse(true));
      boolean good = key.filter(k -> k.isLive(now) && stillAllows(k, caller.key())).isPresent();
      boolean nowPaused = connection.isNewlySuspended(paused);
      if (!good || nowPaused) {
        ended.add(connection);
      }
    }
    return ended;
  }

  /** Whether the key still allows all it allowed when the connection was opened. */
  private static boolean stillAllows(ApiKey now, ApiKey then) {
    return now.scope().equals(then.scope())
        && now.permissions().contains(Permission.EVENT_READ)
        && now.permissions().containsAll(then.permissions());
  }

  /** Closes every connection on stop. */
  @Override
  public void close() {
    ScheduledExecutorService watching;
    synchronized (this) {
      closed = true;
      watching = watch;
    }
    connections.forEach(connection -> connection.end(GOING_AWAY, "the service is stopping"));
    if (watching != null) {
      watching.shutdown();
    }
    freeing.shutdown();
    leases.close();
  }
}
