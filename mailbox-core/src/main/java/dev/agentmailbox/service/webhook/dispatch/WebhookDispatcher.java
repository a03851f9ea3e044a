package dev.agentmailbox.service.webhook.dispatch;

import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.LoggedEvent;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.event.WebhookTransport;
import dev.agentmailbox.webhook.Delivery;
import dev.agentmailbox.webhook.EndpointCursor;
import dev.agentmailbox.webhook.WebhookEndpoint;
import dev.agentmailbox.webhook.WebhookRetrySchedule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers events to webhook endpoints at least once, without gaps.
 *
 * <p>Design: an endpoint is a cursor on its organization's log, so publishing an event writes
 * nothing per endpoint; only failed deliveries get rows. Endpoints are scheduled rather than
 * deliveries: each is processed by one worker at a time across all processes, under a lease. A
 * worker sends a few events, records the results in one transaction, and moves on to the next
 * endpoint. After a crash the cursor determines what is redelivered.
 *
 * <p>Either {@link #start} it to work on its own threads until {@link #close}, or call {@link
 * #runDue} explicitly, for example in a test with a settable clock. Thread safe.
 */
public final class WebhookDispatcher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WebhookDispatcher.class);
  private static final int BATCH = 1_000;

  private final MailboxContext context;
  private final WebhookTransport transport;
  private final DeliveryRound turn;
  private final ReadyEndpoints ready;
  private final DispatcherThreads threads;
  private final Set<String> grown = ConcurrentHashMap.newKeySet();

  /** Organizations that have had endpoints; the others are skipped. */
  private final Set<String> watched = ConcurrentHashMap.newKeySet();

  private final LogMatcher matcher;

  public WebhookDispatcher(
      MailboxContext context,
      WebhookTransport transport,
      EndpointSecrets secrets,
      WebhookLimits limits) {
    this.context = context;
    this.transport = transport;
    WebhookRetrySchedule schedule =
        new WebhookRetrySchedule(() -> ThreadLocalRandom.current().nextDouble());
    this.matcher = new LogMatcher(context);
    this.turn =
        new DeliveryRound(
            context,
            transport,
            new SignedPost(secrets, context.settings(), limits.attempt()),
            new AttemptRecorder(context, schedule),
            matcher,
            limits);
    this.ready = new ReadyEndpoints(limits, System::nanoTime);
    this.threads = new DispatcherThreads(limits, context.clock(), this::look, this::walk);
    context.store().listen(this::grew);
  }

  /** Starts the threads; undelivered events are processed immediately. */
  public void start() {
    threads.start();
  }

  /** Signals that endpoints of an organization have changed or are about to. */
  public void watch(String organizationId) {
    watched.add(organizationId);
    matcher.changed(organizationId);
    grew(organizationId);
  }

  /**
   * Sends a test event immediately, regardless of queued deliveries; it is not retried.
   *
   * @return the attempt
   */
  public Delivery test(WebhookEndpoint endpoint, Event event) {
    Instant now = context.now();
    LoggedEvent logged = new LoggedEvent(0, event);
    Delivery row =
        Delivery.first(
            context.ids().next(IdPrefix.DELIVERY),
            endpoint.organizationId(),
            endpoint.id(),
            Delivery.Subject.of(logged),
            Delivery.Trigger.TEST,
            now,
            now);
    return turn.test(endpoint, logged, row);
  }

  /**
   * Delivers everything due, on the calling thread.
   *
   * @return attempts made
   */
  public int runDue() {
    int posted = 0;
    boolean again = true;
    while (again) {
      again = false;
      for (EndpointKey key : enabled()) {
        RoundResult result = turn.run(key);
        posted += result.posted();
        again |= result.again();
      }
    }
    return posted;
  }

  /** Stops claiming endpoints and waits up to the limit for work in progress. */
  @Override
  public void close() {
    threads.close();
    transport.close();
  }

  private void grew(String organizationId) {
    if (watched.contains(organizationId) && grown.add(organizationId)) {
      threads.wake();
    }
  }

  /** Finds endpoints with work and assigns workers. */
  private void look() {
    Set<String> organizations = new HashSet<>(grown);
    grown.removeAll(organizations);
    Instant now = context.now();
    context
        .read(tx -> tx.endpointCursors().due(now, BATCH))
        .forEach(endpointCursor -> ready.add(EndpointKey.of(endpointCursor)));
    for (String organization : organizations) {
      LogMatcher.Found found = matcher.look(organization);
      found.concerned().forEach(ready::add);
      if (found.more()) {
        grew(organization);
      }
    }
    startWorkers();
  }

  /** Checks every endpoint: after startup, and for events written by other processes. */
  private void walk() {
    for (EndpointKey key : enabled()) {
      watch(key.organizationId());
      ready.add(key);
    }
  }

  private List<EndpointKey> enabled() {
    List<EndpointKey> keys = new ArrayList<>();
    EndpointCursor last = null;
    List<EndpointCursor> page;
    do {
      EndpointCursor after = last;
      page = context.read(tx -> tx.endpointCursors().enabledAfter(after, BATCH));
      for (EndpointCursor endpointCursor : page) {
        keys.add(EndpointKey.of(endpointCursor));
        if (endpointCursor.failingSince() != null
            && !matcher.knows(EndpointKey.of(endpointCursor))) {
          ready.suspect(EndpointKey.of(endpointCursor));
        }
        last = endpointCursor;
      }
    } while (page.size() == BATCH);
    return keys;
  }

  private void startWorkers() {
    Optional<EndpointKey> next = ready.take();
    while (next.isPresent()) {
      EndpointKey key = next.get();
      threads.submit(() -> workLoggingErrors(key));
      next = ready.take();
    }
  }

  private void workLoggingErrors(EndpointKey key) {
    RoundResult result = RoundResult.NOTHING;
    try {
      result = turn.run(key);
    } catch (RuntimeException failure) {
      // The lease expires, and the endpoint is claimed again.
      LOG.error(
          "webhook {}: a round of deliveries could not be completed", key.webhookId(), failure);
    } finally {
      ready.done(key, result);
    }
    if (result.nextAt() != null && !result.again()) {
      threads.wakeAt(result.nextAt());
    }
    startWorkers();
  }
}
