package dev.agentmailbox.http.live;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.LoggedEvent;
import dev.agentmailbox.http.api.event.EventJson;
import dev.agentmailbox.http.live.LiveMessages.Subscribe;
import dev.agentmailbox.http.table.SocketPeer;
import dev.agentmailbox.http.table.SocketSession;
import dev.agentmailbox.http.token.Binding;
import dev.agentmailbox.http.token.EventCursors;
import dev.agentmailbox.port.ConnectionLeaseStore.ConnectionLease;
import dev.agentmailbox.service.event.EventFeed;
import dev.agentmailbox.service.event.EventStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One live connection: its subscription and its position in the log. Thread safe. */
final class LiveConnection implements SocketSession {
  private static final int GOING_AWAY = 1001;
  private static final int POLICY_VIOLATION = 1008;

  /** Client messages per minute. */
  private static final int MAX_MESSAGES = 60;

  private static final int MAX_UNANSWERED_PINGS = 2;

  /** Events buffered between the 101 response and the open connection. */
  static final int MAX_EARLY = 1_000;

  /** Timeout from admission to the open connection. */
  static final Duration HANDSHAKE_TIME = Duration.ofSeconds(30);

  static final int TOO_FAR_BEHIND = 4408;
  private static final long MINUTE_MILLIS = 60_000;

  private final LiveConnections all;
  private final ConnectionLease lease;
  private final EventFeed feed;
  private final EventCursors cursors;
  private final Caller.Key caller;
  private final Instant end;
  private final Instant admitted;
  private final List<LoggedEvent> early = new ArrayList<>();
  private volatile Wanted wanted;
  private volatile @Nullable SocketPeer peer;

  /** Whether the organization was paused at the last check; written by the check only. */
  private volatile boolean suspended;

  private volatile EventStream.@Nullable Subscription subscription;

  /** Set once it must close, possibly before it is open. */
  private final AtomicReference<@Nullable Ending> ending = new AtomicReference<>();

  private Instant nextPing;
  private int unanswered;
  private long minute;
  private int messages;
  private long told;

  /** A filter and the binding of its cursors. */
  private record Wanted(Predicate<Event> shows, Binding binding) {}

  private record Ending(int code, String reason) {}

  LiveConnection(
      LiveConnections all,
      ConnectionLease lease,
      EventFeed feed,
      EventCursors cursors,
      Caller.Key caller,
      boolean suspended,
      Instant end) {
    this.all = all;
    this.lease = lease;
    this.feed = feed;
    this.cursors = cursors;
    this.caller = caller;
    this.suspended = suspended;
    this.end = end;
    this.admitted = all.now();
    this.nextPing = all.now().plus(LiveConnections.PING_EVERY);
    this.wanted = wanted(Subscribe.EVERYTHING);
  }

  Caller.Key caller() {
    return caller;
  }

  /** The lease slot. */
  ConnectionLease lease() {
    return lease;
  }

  /**
   * Whether the organization was paused since the last check; connections opened during a pause
   * stay open.
   */
  boolean isNewlySuspended(boolean now) {
    boolean newly = now && !suspended;
    suspended = now;
    return newly;
  }

  private Wanted wanted(Subscribe subscribe) {
    Predicate<Event> visible =
        feed.filter(
            caller,
            new EventFeed.EventQuery(
                Set.copyOf(subscribe.eventTypes()), Set.copyOf(subscribe.inboxIds()), null));
    Set<String> pods = Set.copyOf(subscribe.podIds());
    for (String podId : pods) {
      feed.filter(caller, new EventFeed.EventQuery(Set.of(), Set.of(), podId));
    }
    Predicate<Event> shows =
        event ->
            (subscribe.nonWake() || event.wakes())
                && (pods.isEmpty() || (event.podId() != null && pods.contains(event.podId())))
                && visible.test(event);
    Binding binding =
        EventJson.cursorBinding(caller.scope(), subscribe.eventTypes(), subscribe.inboxIds());
    return new Wanted(shows, binding);
  }

  /**
   * Sets the start position to the end of the log. Called before the 101 response, so that a client
   * that has read it misses no later event. May block.
   */
  synchronized void follow(EventStream stream) {
    EventStream.Subscription opened = stream.open(caller.scope().organizationId(), this::send);
    subscription = opened;
    told = opened.start();
    if (ending.get() != null) {
      opened.close();
    }
  }

  @Override
  public synchronized void opened(SocketPeer to) {
    peer = to;
    Ending due = ending.get();
    if (due != null) {
      to.close(due.code(), due.reason());
      return;
    }
    if (early.size() > MAX_EARLY) {
      to.close(TOO_FAR_BEHIND, "too far behind");
    } else {
      send(to, early);
    }
    early.clear();
  }

  private synchronized void send(List<LoggedEvent> events) {
    SocketPeer to = peer;
    if (to != null) {
      send(to, events);
    } else if (early.size() <= MAX_EARLY) {
      early.addAll(events);
    }
  }

  private void send(SocketPeer to, List<LoggedEvent> events) {
    Wanted now = wanted;
    for (LoggedEvent logged : events) {
      told = logged.sequence();
      if (now.shows().test(logged.event())) {
        to.send(LiveMessages.event(logged.event(), cursors.seal(told, now.binding())));
      }
    }
  }

  @Override
  public void text(String message) {
    SocketPeer to = peer;
    if (to == null) {
      return;
    }
    if (isFlood()) {
      to.close(POLICY_VIOLATION, "too many messages");
      return;
    }
    try {
      Subscribe subscribe = LiveMessages.read(message);
      Wanted next = wanted(subscribe);
      synchronized (this) {
        wanted = next;
        to.send(LiveMessages.subscribed(subscribe, cursors.seal(told, next.binding())));
      }
    } catch (MailboxException refusal) {
      to.send(LiveMessages.error(refusal));
    }
  }

  private synchronized boolean isFlood() {
    long now = all.now().toEpochMilli() / MINUTE_MILLIS;
    messages = now == minute ? messages + 1 : 1;
    minute = now;
    return messages > MAX_MESSAGES;
  }

  @Override
  public synchronized void pong() {
    unanswered = 0;
  }

  /** Handles timers: closes or pings. */
  void look(Instant now) {
    SocketPeer to = peer;
    if (to == null) {
      if (now.isAfter(admitted.plus(HANDSHAKE_TIME))) {
        closed();
      }
      return;
    }
    if (!now.isBefore(end)) {
      boolean expired = caller.key().expiry().filter(time -> !now.isBefore(time)).isPresent();
      to.close(
          expired ? LiveConnections.KEY_ENDED : GOING_AWAY,
          expired ? "the key has expired" : "connect again");
      return;
    }
    if (pingIsDue(now)) {
      if (unanswered > MAX_UNANSWERED_PINGS) {
        to.close(GOING_AWAY, "no pong");
      } else {
        to.ping();
      }
    }
  }

  private synchronized boolean pingIsDue(Instant now) {
    if (now.isBefore(nextPing)) {
      return false;
    }
    nextPing = now.plus(LiveConnections.PING_EVERY);
    unanswered++;
    return true;
  }

  /** Closes it: now when open, otherwise as soon as the handshake completes. Never blocks. */
  void end(int code, String reason) {
    ending.compareAndSet(null, new Ending(code, reason));
    SocketPeer to = peer;
    if (to != null) {
      to.close(code, reason);
    }
  }

  @Override
  public void closed() {
    ending.compareAndSet(null, new Ending(GOING_AWAY, "connect again"));
    peer = null;
    all.forget(this);
    EventStream.Subscription listening = subscription;
    if (listening != null) {
      listening.close();
    }
  }
}
