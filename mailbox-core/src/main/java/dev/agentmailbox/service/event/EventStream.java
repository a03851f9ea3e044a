package dev.agentmailbox.service.event;

import dev.agentmailbox.event.LoggedEvent;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.event.LogListener;
import dev.agentmailbox.service.work.WorkSignal;
import dev.agentmailbox.thread.DaemonThreads;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pushes events to listeners. One thread reads each organization's log once for all its listeners:
 * immediately after this process appended to it or the store saw events of other processes, and
 * every second. Logs without listeners are not read. Thread safe.
 */
public final class EventStream implements AutoCloseable {
  /** Interval at which logs are read without a signal. */
  public static final Duration POLL = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);
  private static final int BATCH = 500;

  private final MailboxContext context;
  private final ConcurrentHashMap<String, FollowedLog> logs = new ConcurrentHashMap<>();
  private final Set<String> grown = ConcurrentHashMap.newKeySet();
  private final WorkSignal signal;
  private boolean closed;
  private @Nullable Thread reader;

  public EventStream(MailboxContext context) {
    this.context = context;
    this.signal = new WorkSignal(context.clock());
    context.store().listen(new Growth());
  }

  /** Receives events on the reader's thread; must not block or throw. */
  @FunctionalInterface
  public interface Sink {
    /** Events in order, without duplicates or gaps. */
    void take(List<LoggedEvent> events);
  }

  /** A registered listener; closing it unregisters. */
  public static final class Subscription implements AutoCloseable {
    private final FollowedLog log;
    private final long start;
    private final Sink sink;

    private Subscription(FollowedLog log, long start, Sink sink) {
      this.log = log;
      this.start = start;
      this.sink = sink;
    }

    /** Sequence number after which events are passed to the listener. */
    public long start() {
      return start;
    }

    @Override
    public void close() {
      log.subscriptions.remove(this);
    }

    private void take(List<LoggedEvent> events) {
      List<LoggedEvent> later =
          events.get(0).sequence() > start
              ? events
              : events.stream().filter(event -> event.sequence() > start).toList();
      if (later.isEmpty()) {
        return;
      }
      try {
        sink.take(later);
      } catch (RuntimeException failure) {
        LOG.error("a listener of {} failed and was removed", log.organizationId, failure);
        close();
      }
    }
  }

  /** A log with listeners. Guarded by its own monitor. */
  private static final class FollowedLog {
    private final String organizationId;
    private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();
    private long position;

    private FollowedLog(String organizationId) {
      this.organizationId = organizationId;
    }
  }

  /**
   * Registers a listener for all events of an organization from now on; the listener filters by
   * visibility.
   */
  public Subscription open(String organizationId, Sink sink) {
    FollowedLog log = logs.computeIfAbsent(organizationId, FollowedLog::new);
    synchronized (log) {
      long newest = context.read(tx -> tx.events().bounds(organizationId).newest());
      if (log.subscriptions.isEmpty()) {
        log.position = newest;
      }
      Subscription subscription = new Subscription(log, newest, sink);
      log.subscriptions.add(subscription);
      startReader();
      return subscription;
    }
  }

  /** Stops the reader; listeners receive no more events. */
  @Override
  public void close() {
    Thread thread;
    synchronized (this) {
      closed = true;
      thread = reader;
    }
    signal.stop();
    try {
      if (thread != null) {
        thread.join(POLL.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private final class Growth implements LogListener {
    @Override
    public void grew(String organizationId) {
      if (logs.containsKey(organizationId) && grown.add(organizationId)) {
        signal.wake();
      }
    }

    @Override
    public Set<String> followed() {
      return logs.values().stream()
          .filter(log -> !log.subscriptions.isEmpty())
          .map(log -> log.organizationId)
          .collect(Collectors.toUnmodifiableSet());
    }
  }

  private synchronized void startReader() {
    if (reader == null && !closed) {
      reader = DaemonThreads.named("event-stream", this::readUntilClosed);
      reader.start();
    }
  }

  private void readUntilClosed() {
    long nextPoll = System.nanoTime();
    while (signal.await(nextPoll)) {
      Set<String> organizations = new HashSet<>(grown);
      grown.removeAll(organizations);
      if (System.nanoTime() - nextPoll >= 0) {
        nextPoll = System.nanoTime() + POLL.toNanos();
        organizations.addAll(logs.keySet());
      }
      for (String organization : organizations) {
        FollowedLog log = logs.get(organization);
        if (log != null) {
          readOn(log);
        }
      }
    }
  }

  private void readOn(FollowedLog log) {
    try {
      while (readSome(log) == BATCH) {
        Thread.onSpinWait();
      }
    } catch (RuntimeException failure) {
      // The position is unchanged, so the next poll continues without a gap.
      LOG.warn("the log of {} could not be read", log.organizationId, failure);
    }
  }

  private int readSome(FollowedLog log) {
    synchronized (log) {
      if (log.subscriptions.isEmpty()) {
        return 0;
      }
      List<LoggedEvent> events =
          context.read(tx -> tx.events().after(log.organizationId, log.position, BATCH));
      if (!events.isEmpty()) {
        log.position = events.get(events.size() - 1).sequence();
        log.subscriptions.forEach(subscription -> subscription.take(events));
      }
      return events.size();
    }
  }
}
