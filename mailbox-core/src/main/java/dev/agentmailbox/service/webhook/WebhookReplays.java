package dev.agentmailbox.service.webhook;

import static dev.agentmailbox.port.event.EventTables.DELIVERIES;

import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.LoggedEvent;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.webhook.dispatch.WebhookDispatcher;
import dev.agentmailbox.webhook.Delivery;
import dev.agentmailbox.webhook.EndpointCursor;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Redelivers events from the log to one endpoint. Thread safe. */
final class WebhookReplays {
  /** Events older than this are not replayed. */
  static final Duration MAX_AGE = Duration.ofDays(7);

  // spec Webhooks.11
  /** Most events of one replay. */
  static final int MAX_EVENTS = 1_000;

  private static final Duration DEFAULT_AGE = Duration.ofHours(24);
  private static final int BATCH = 500;

  private final MailboxContext context;
  private final IdempotencyRunner runner;
  private final WebhookDispatcher dispatcher;

  WebhookReplays(MailboxContext context, IdempotencyRunner runner, WebhookDispatcher dispatcher) {
    this.context = context;
    this.runner = runner;
    this.dispatcher = dispatcher;
  }

  /**
   * Returns the number of events. A repeated request returns the first result, regardless of the
   * log.
   */
  int replay(
      WebhookEndpoint endpoint,
      @Nullable Instant since,
      List<String> eventIds,
      IdempotentRequest<Integer> idempotency) {
    Instant now = context.now();
    context.read(
        tx -> {
          idempotency.replay(tx, now);
          return endpoint;
        });
    List<LoggedEvent> found = chosen(endpoint, since, eventIds, now);
    int amount =
        runner.write(
            idempotency,
            tx -> {
              idempotency.claim(tx, now);
              makeDue(tx, endpoint, found, now);
              return idempotency.finish(tx, found.size());
            });
    dispatcher.watch(endpoint.organizationId());
    return amount;
  }

  private List<LoggedEvent> chosen(
      WebhookEndpoint endpoint, @Nullable Instant since, List<String> eventIds, Instant now) {
    FieldProblems problems = new FieldProblems();
    if (since != null && !eventIds.isEmpty()) {
      problems.add("since", "must not be combined with event_ids");
    }
    if (since != null && since.isBefore(now.minus(MAX_AGE))) {
      problems.add("since", "must be within the last 7 days");
    }
    if (eventIds.size() > MAX_EVENTS) {
      problems.add("event_ids", "must have at most 1000 entries");
    }
    problems.refuseIfAny();
    if (!endpoint.enabled()) {
      throw MailboxException.conflict("disabled", "the webhook must be enabled first");
    }
    Set<String> wanted = new HashSet<>(eventIds);
    Instant from = since != null ? since : now.minus(wanted.isEmpty() ? DEFAULT_AGE : MAX_AGE);
    List<LoggedEvent> found = find(endpoint, from, wanted);
    if (!wanted.isEmpty() && found.size() < wanted.size()) {
      throw MailboxException.validation(
          "event_ids",
          "contains an event this webhook does not receive, or one that is over 7 days old");
    }
    if (found.size() > MAX_EVENTS) {
      throw MailboxException.validation(
          "since", "must be later: there are more than 1000 events since then");
    }
    return found;
  }

  private List<LoggedEvent> find(WebhookEndpoint endpoint, Instant from, Set<String> wanted) {
    String organization = endpoint.organizationId();
    List<LoggedEvent> found = new ArrayList<>();
    long position = context.read(tx -> before(tx, organization, from));
    while (found.size() <= MAX_EVENTS && (wanted.isEmpty() || found.size() < wanted.size())) {
      long after = position;
      List<LoggedEvent> batch = context.read(tx -> tx.events().after(organization, after, BATCH));
      if (batch.isEmpty()) {
        break;
      }
      for (LoggedEvent logged : batch) {
        position = logged.sequence();
        boolean meant = wanted.isEmpty() || wanted.contains(logged.event().id());
        boolean old = logged.event().occurredAt().isBefore(from);
        if (meant && !old && endpoint.receives(logged.event())) {
          found.add(logged);
        }
      }
    }
    return found;
  }

  /**
   * A sequence number before all events from that time on. Commit order is only approximately time
   * order, so this is a binary search with a margin for late commits.
   */
  private static long before(StoreTransaction tx, String organizationId, Instant from) {
    Instant edge = from.minus(Duration.ofMinutes(10));
    var bounds = tx.events().bounds(organizationId);
    long low = bounds.oldest() - 1;
    long high = bounds.newest();
    while (low < high) {
      long middle = low + (high - low) / 2;
      List<LoggedEvent> next = tx.events().after(organizationId, middle, 1);
      if (next.isEmpty() || !next.get(0).event().occurredAt().isBefore(edge)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private void makeDue(
      StoreTransaction tx, WebhookEndpoint endpoint, List<LoggedEvent> events, Instant now) {
    for (LoggedEvent logged : events) {
      tx.table(DELIVERIES)
          .add(
              Delivery.first(
                  context.ids().next(IdPrefix.DELIVERY),
                  endpoint.organizationId(),
                  endpoint.id(),
                  Delivery.Subject.of(logged),
                  Delivery.Trigger.REPLAY,
                  now,
                  now));
    }
    tx.endpointCursors()
        .lock(endpoint.organizationId(), endpoint.id())
        .filter(
            endpointCursor -> endpointCursor.enabled() && !endpointCursor.leaseUntil().isAfter(now))
        .map(endpointCursor -> dueNow(endpointCursor, now))
        .ifPresent(tx.endpointCursors()::put);
  }

  private static EndpointCursor dueNow(EndpointCursor endpointCursor, Instant now) {
    return endpointCursor.released(
        endpointCursor.dueAt() != null && endpointCursor.dueAt().isBefore(now)
            ? endpointCursor.dueAt()
            : now);
  }
}
