package dev.agentmailbox.service.webhook.dispatch;

import static dev.agentmailbox.port.event.EventTables.DELIVERIES;

import dev.agentmailbox.event.LoggedEvent;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.event.WebhookTransport;
import dev.agentmailbox.webhook.Delivery;
import dev.agentmailbox.webhook.EndpointCursor;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One round for one endpoint: plan, acquire the lease, send outside any transaction, and record
 * results and cursor together. A crash repeats at most one round. Thread safe.
 */
final class DeliveryRound {
  private static final Logger LOG = LoggerFactory.getLogger(DeliveryRound.class);

  /** Receivers slower than this share a limited part of the workers. */
  private static final Duration SLOW = Duration.ofSeconds(1);

  private final MailboxContext context;
  private final WebhookTransport transport;
  private final SignedPost signing;
  private final AttemptRecorder recorder;
  private final LogMatcher matcher;
  private final PendingDeliveryCanceller pendingEnd;
  private final WebhookLimits limits;

  DeliveryRound(
      MailboxContext context,
      WebhookTransport transport,
      SignedPost signing,
      AttemptRecorder recorder,
      LogMatcher matcher,
      WebhookLimits limits) {
    this.context = context;
    this.transport = transport;
    this.signing = signing;
    this.recorder = recorder;
    this.matcher = matcher;
    this.pendingEnd = new PendingDeliveryCanceller(context);
    this.limits = limits;
  }

  /** Processes the endpoint for at most one turn. */
  RoundResult run(EndpointKey key) {
    Instant now = context.now();
    Optional<EndpointPlan> found = context.read(tx -> EndpointPlan.load(tx, key, matcher, now));
    if (found.isEmpty()) {
      return RoundResult.NOTHING;
    }
    EndpointPlan plan = found.get();
    if (plan.items().isEmpty()) {
      return rest(plan, now);
    }
    Instant lease = now.plus(limits.lease());
    if (!context.write(
        tx -> change(tx, plan.endpointCursor(), plan.endpointCursor().leased(lease)))) {
      return new RoundResult(0, true, null, false);
    }
    return post(plan, lease);
  }

  /** Changes the cursor unless it was changed since. */
  private static boolean change(
      StoreTransaction tx, EndpointCursor endpointCursor, EndpointCursor next) {
    boolean unchanged =
        tx.endpointCursors()
            .lock(endpointCursor.organizationId(), endpointCursor.webhookId())
            .filter(endpointCursor::equals)
            .isPresent();
    if (unchanged) {
      tx.endpointCursors().put(next);
    }
    return unchanged;
  }

  /** Nothing to send: records when to look again and, occasionally, the cursor. */
  private RoundResult rest(EndpointPlan plan, Instant now) {
    EndpointCursor endpointCursor = plan.endpointCursor();
    boolean stale = endpointCursor.dueAt() != null && !endpointCursor.dueAt().equals(plan.nextAt());
    if (stale || plan.noteCursor()) {
      EndpointCursor next = endpointCursor.withCursor(plan.scannedTo()).released(plan.nextAt());
      context.write(tx -> change(tx, endpointCursor, next));
    }
    matcher.reached(plan.endpoint(), plan.scannedTo());
    boolean again = plan.more() || (plan.nextAt() != null && !plan.nextAt().isAfter(now));
    return new RoundResult(0, again, plan.nextAt(), endpointCursor.failingSince() != null);
  }

  private RoundResult post(EndpointPlan plan, Instant lease) {
    long deadline = System.nanoTime() + limits.turn().toNanos();
    List<DeliveryAttempt> attempts = new ArrayList<>();
    List<Delivery> expired = new ArrayList<>();
    EndpointCursor endpointCursor = plan.endpointCursor();
    boolean unfinished = false;
    long cursor = endpointCursor.cursor();
    for (EndpointPlan.Item item : plan.items()) {
      Instant now = context.now();
      boolean stop =
          endpointCursor.free(now) <= 0
              || System.nanoTime() > deadline
              || (!attempts.isEmpty() && !attempts.get(attempts.size() - 1).succeeded());
      if (stop) {
        unfinished = true;
        break;
      }
      LoggedEvent event = item.event();
      if (event == null) {
        if (item.pending() != null) {
          expired.add(item.pending());
        }
        continue;
      }
      attempts.add(attempt(plan.endpoint(), item, event, now));
      endpointCursor = endpointCursor.attempted(now);
      cursor = item.isLive() ? event.sequence() : cursor;
    }
    boolean liveLeft = unfinished && hasLiveAfter(plan, cursor);
    long reached = liveLeft ? cursor : Math.max(cursor, plan.scannedTo());
    return finish(plan, lease, attempts, expired, reached, liveLeft || plan.more());
  }

  private static boolean hasLiveAfter(EndpointPlan plan, long cursor) {
    return plan.items().stream()
        .anyMatch(i -> i.isLive() && i.event() != null && i.event().sequence() > cursor);
  }

  DeliveryAttempt attempt(
      WebhookEndpoint endpoint, EndpointPlan.Item item, LoggedEvent event, Instant now) {
    byte[] body = transport.encode(event.event(), endpoint.bodyTemplate());
    long start = System.nanoTime();
    WebhookTransport.Answer answer =
        transport.post(signing.of(endpoint, event.event().id(), body, now));
    DeliveryAttempt posted =
        new DeliveryAttempt(item, answer, now, Duration.ofNanos(System.nanoTime() - start));
    if (!posted.succeeded()) {
      LOG.info(
          "webhook {}: event {} failed, {}", endpoint.id(), event.event().id(), posted.failure());
    }
    return posted;
  }

  private RoundResult finish(
      EndpointPlan plan,
      Instant lease,
      List<DeliveryAttempt> attempts,
      List<Delivery> expired,
      long cursor,
      boolean more) {
    Ended ended = context.write(tx -> finishIn(tx, plan, lease, attempts, expired, cursor, more));
    if (ended.stopped()) {
      LOG.warn(
          "webhook {} is disabled: deliveries failed for too long, or it answered 410 Gone",
          plan.endpoint().id());
      pendingEnd.run(plan.endpointCursor().organizationId(), plan.endpointCursor().webhookId());
      return new RoundResult(attempts.size(), false, null, true);
    }
    if (ended.mine()) {
      matcher.reached(plan.endpoint(), cursor);
    }
    DeliveryAttempt last = attempts.isEmpty() ? null : attempts.get(attempts.size() - 1);
    boolean suspect = last != null && (!last.succeeded() || last.took().compareTo(SLOW) > 0);
    Instant next = ended.nextAt();
    boolean again = next != null && !next.isAfter(context.now());
    return new RoundResult(attempts.size(), again, next, suspect);
  }

  /**
   * State after the round.
   *
   * @param mine false when another process holds the lease now
   */
  private record Ended(boolean mine, boolean stopped, @Nullable Instant nextAt) {
    static final Ended NOT_MINE = new Ended(false, false, null);
  }

  private Ended finishIn(
      StoreTransaction tx,
      EndpointPlan plan,
      Instant lease,
      List<DeliveryAttempt> attempts,
      List<Delivery> expired,
      long cursor,
      boolean more) {
    Instant now = context.now();
    String organization = plan.endpointCursor().organizationId();
    Optional<EndpointCursor> stored =
        tx.endpointCursors().lock(organization, plan.endpointCursor().webhookId());
    if (stored.isEmpty()) {
      return Ended.NOT_MINE;
    }
    boolean held = stored.get().leaseUntil().equals(lease);
    boolean mine = stored.get().enabled() && held;
    if (stored.get().enabled() && !held) {
      // The process that holds the lease also owns the pending attempts and records them.
      List<DeliveryAttempt> first =
          attempts.stream().filter(posted -> posted.item().isLive()).toList();
      recorder.record(tx, stored.get(), first, false);
      return Ended.NOT_MINE;
    }
    expired.forEach(d -> tx.table(DELIVERIES).update(d.dropped(AttemptRecorder.EVENT_EXPIRED)));
    AttemptRecorder.Outcome outcome = recorder.record(tx, stored.get(), attempts, mine);
    if (!mine) {
      return Ended.NOT_MINE;
    }
    EndpointCursor endpointCursor = outcome.endpointCursor().withCursor(cursor);
    if (outcome.stop().isPresent()) {
      recorder.stop(tx, endpointCursor, outcome.stop().get(), now);
      return new Ended(true, true, null);
    }
    Instant due = AttemptRecorder.due(tx, endpointCursor, more, now);
    tx.endpointCursors().put(endpointCursor.released(due));
    return new Ended(true, false, due);
  }

  /**
   * Sends one event immediately, regardless of queued deliveries. It counts towards the rate limit
   * and is not retried.
   *
   * @return the row of the attempt
   */
  Delivery test(WebhookEndpoint endpoint, LoggedEvent event, Delivery row) {
    EndpointPlan.Item item = new EndpointPlan.Item(event, row);
    DeliveryAttempt posted = attempt(endpoint, item, event, context.now());
    boolean gone =
        context.write(
            tx -> {
              tx.table(DELIVERIES).add(row);
              Optional<EndpointCursor> endpointCursor =
                  tx.endpointCursors().lock(endpoint.organizationId(), endpoint.id());
              if (endpointCursor.isEmpty()) {
                return false;
              }
              AttemptRecorder.Outcome outcome =
                  recorder.record(tx, endpointCursor.get(), List.of(posted), false);
              if (outcome.stop().isPresent() && endpointCursor.get().enabled()) {
                recorder.stop(tx, outcome.endpointCursor(), outcome.stop().get(), context.now());
                return true;
              }
              tx.endpointCursors().put(outcome.endpointCursor());
              return false;
            });
    if (gone) {
      pendingEnd.run(endpoint.organizationId(), endpoint.id());
    }
    long millis = posted.took().toMillis();
    Integer status = posted.answer().status();
    return posted.succeeded()
        ? row.made(Delivery.Status.SUCCEEDED, status, millis, null, posted.at())
        : row.made(Delivery.Status.FAILED, status, millis, posted.failure(), posted.at());
  }
}
