package dev.agentmailbox.service.webhook.dispatch;

import static dev.agentmailbox.port.event.EventTables.DELIVERIES;
import static dev.agentmailbox.port.event.EventTables.WEBHOOKS;

import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.table.Table;
import dev.agentmailbox.webhook.Delivery;
import dev.agentmailbox.webhook.DisabledReason;
import dev.agentmailbox.webhook.EndpointCursor;
import dev.agentmailbox.webhook.WebhookEndpoint;
import dev.agentmailbox.webhook.WebhookRetrySchedule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Records the results of attempts: rows, retries of failed ones, and the cursor. Thread safe. */
final class AttemptRecorder {
  static final String EVENT_EXPIRED = "event_expired";
  static final String ENDPOINT_DISABLED = "endpoint_disabled";

  private final MailboxContext context;
  private final WebhookRetrySchedule schedule;

  AttemptRecorder(MailboxContext context, WebhookRetrySchedule schedule) {
    this.context = context;
    this.schedule = schedule;
  }

  /**
   * The cursor after the attempts, with the lease still held, and why the endpoint is disabled, if
   * it is.
   */
  record Outcome(EndpointCursor endpointCursor, Optional<DisabledReason> stop) {}

  /**
   * Writes the rows of all attempts; the caller writes the cursor.
   *
   * @param endpointCursor current cursor, read in this transaction
   * @param mayContinue false when the endpoint was disabled or deleted meanwhile, so that failures
   *     are not retried
   */
  Outcome record(
      StoreTransaction tx,
      EndpointCursor endpointCursor,
      List<DeliveryAttempt> attempts,
      boolean mayContinue) {
    EndpointCursor after = endpointCursor;
    DisabledReason stop = null;
    for (DeliveryAttempt posted : attempts) {
      after = noted(after, posted);
      if (posted.isGone()) {
        stop = DisabledReason.GONE;
      } else if (failsTooLong(after, posted)) {
        stop = DisabledReason.FAILING;
      }
      writeRow(tx, endpointCursor, posted, mayContinue && stop == null);
    }
    return new Outcome(after, Optional.ofNullable(stop));
  }

  private static EndpointCursor noted(EndpointCursor endpointCursor, DeliveryAttempt posted) {
    EndpointCursor after = endpointCursor.attempted(posted.at());
    if (posted.succeeded()) {
      return after.failing(null).held(null);
    }
    if (posted.requestsPause()) {
      Duration pause = WebhookRetrySchedule.bounded(posted.answer().retryAfter());
      after = after.held(posted.at().plus(posted.took()).plus(pause));
    }
    return isEvent(posted) && after.failingSince() == null ? after.failing(posted.at()) : after;
  }

  /** Only deliveries from the log count as failing; replays and tests are requested by humans. */
  private static boolean isEvent(DeliveryAttempt posted) {
    Delivery pending = posted.item().pending();
    return pending == null || pending.trigger() == Delivery.Trigger.EVENT;
  }

  private static boolean failsTooLong(EndpointCursor endpointCursor, DeliveryAttempt posted) {
    return !posted.succeeded()
        && isEvent(posted)
        && endpointCursor.failingSince() != null
        && !posted
            .at()
            .isBefore(endpointCursor.failingSince().plus(WebhookRetrySchedule.MAX_FAILING));
  }

  private void writeRow(
      StoreTransaction tx,
      EndpointCursor endpointCursor,
      DeliveryAttempt posted,
      boolean mayContinue) {
    Delivery before = row(endpointCursor, posted);
    Integer status = posted.answer().status();
    long millis = posted.took().toMillis();
    Delivery made =
        posted.succeeded()
            ? before.made(Delivery.Status.SUCCEEDED, status, millis, null, posted.at())
            : before.made(Delivery.Status.FAILED, status, millis, posted.failure(), posted.at());
    if (posted.item().isLive()) {
      tx.table(DELIVERIES).add(made);
    } else {
      tx.table(DELIVERIES).update(made);
    }
    if (!posted.succeeded() && mayContinue) {
      nextAttempt(made, posted).ifPresent(tx.table(DELIVERIES)::add);
    }
  }

  private Delivery row(EndpointCursor endpointCursor, DeliveryAttempt posted) {
    Delivery pending = posted.item().pending();
    return pending != null ? pending : first(endpointCursor, posted);
  }

  private Delivery first(EndpointCursor endpointCursor, DeliveryAttempt posted) {
    var logged = Objects.requireNonNull(posted.item().event());
    return Delivery.first(
        context.ids().next(IdPrefix.DELIVERY),
        endpointCursor.organizationId(),
        endpointCursor.webhookId(),
        Delivery.Subject.of(logged),
        Delivery.Trigger.EVENT,
        posted.at(),
        context.now());
  }

  private Optional<Delivery> nextAttempt(Delivery failed, DeliveryAttempt posted) {
    return schedule
        .after(failed.attempt(), posted.answer().retryAfter())
        .map(
            wait ->
                failed.next(
                    context.ids().next(IdPrefix.DELIVERY),
                    posted.at().plus(posted.took()).plus(wait),
                    context.now()));
  }

  /** Disables an endpoint; {@link PendingDeliveryCanceller} ends its pending attempts later. */
  void stop(
      StoreTransaction tx, EndpointCursor endpointCursor, DisabledReason reason, Instant now) {
    Table<WebhookEndpoint> webhooks = tx.table(WEBHOOKS);
    webhooks
        .lock(endpointCursor.organizationId(), endpointCursor.webhookId())
        .map(endpoint -> endpoint.change().disabled(reason).at(now))
        .ifPresent(webhooks::update);
    tx.endpointCursors().put(endpointCursor.stopped());
  }

  /** When the endpoint is to be processed next; null for never. */
  static @Nullable Instant due(
      StoreTransaction tx, EndpointCursor endpointCursor, boolean more, Instant now) {
    Optional<Instant> pending = PendingDeliveries.next(tx, endpointCursor);
    Instant first = more ? now : pending.orElse(null);
    if (first == null) {
      return null;
    }
    Instant start = endpointCursor.mayStart(now);
    return first.isAfter(start) ? first : start;
  }
}
