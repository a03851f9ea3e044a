package dev.agentmailbox.service.webhook.dispatch;

import static dev.agentmailbox.port.event.EventTables.WEBHOOKS;

import dev.agentmailbox.event.LoggedEvent;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.webhook.Delivery;
import dev.agentmailbox.webhook.EndpointCursor;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The work of one round.
 *
 * @param items in sending order
 * @param scannedTo sequence number of the last event read
 * @param more whether there are more events after that
 * @param nextAt when the endpoint needs processing even without new events; null for never
 * @param noteCursor whether to persist the cursor although nothing is sent
 */
record EndpointPlan(
    EndpointCursor endpointCursor,
    WebhookEndpoint endpoint,
    List<Item> items,
    long scannedTo,
    boolean more,
    @Nullable Instant nextAt,
    boolean noteCursor) {
  /** Most attempts per round. */
  static final int MAX_ITEMS = 10;

  private static final int SCAN_BATCH = 500;
  private static final int MAX_SCANNED = 2_000;

  /** Irrelevant events are skipped without a write until there are this many… */
  private static final int NOTE_EVERY = 5_000;

  /** … or this old: retention does not remove events that the cursor has not passed. */
  private static final Duration NOTE_AFTER = Duration.ofHours(1);

  /** While other work is queued, every fourth slot goes to a replay. */
  private static final int REPLAY_EVERY = 4;

  /**
   * An attempt to make.
   *
   * @param event null when it is no longer retained
   * @param pending row of a retry or replay; null for the first attempt of an event
   */
  record Item(@Nullable LoggedEvent event, @Nullable Delivery pending) {
    boolean isLive() {
      return pending == null;
    }
  }

  /**
   * Plans a round without writing.
   *
   * @param matcher knows where to start reading
   * @return empty when the endpoint is disabled, deleted or leased
   */
  static Optional<EndpointPlan> load(
      StoreTransaction tx, EndpointKey key, LogMatcher matcher, Instant now) {
    Optional<EndpointCursor> endpointCursor =
        tx.endpointCursors()
            .find(key.organizationId(), key.webhookId())
            .filter(found -> found.enabled() && !found.leaseUntil().isAfter(now));
    Optional<WebhookEndpoint> endpoint =
        tx.table(WEBHOOKS).find(key.organizationId(), key.webhookId());
    if (endpointCursor.isEmpty() || endpoint.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(load(tx, endpointCursor.get(), endpoint.get(), matcher, now));
  }

  private static EndpointPlan load(
      StoreTransaction tx,
      EndpointCursor endpointCursor,
      WebhookEndpoint endpoint,
      LogMatcher matcher,
      Instant now) {
    Instant start = endpointCursor.mayStart(now);
    Optional<Instant> due = PendingDeliveries.next(tx, endpointCursor);
    Scanned scanned = scan(tx, endpoint, matcher.start(endpoint, endpointCursor.cursor()));
    boolean note = shouldRecordSkip(tx, endpointCursor, scanned.skippedTo(), now);
    if (start.isAfter(now)) {
      boolean waits = due.isPresent() || !scanned.events().isEmpty() || scanned.more();
      Instant next = due.filter(d -> d.isAfter(start)).filter(d -> scanned.isEmpty()).orElse(start);
      return new EndpointPlan(
          endpointCursor,
          endpoint,
          List.of(),
          scanned.skippedTo(),
          false,
          waits ? next : null,
          note);
    }
    List<Item> items = new ArrayList<>();
    Deque<Item> retries = due(tx, endpointCursor, Delivery.Trigger.EVENT, now);
    Deque<Item> replays = due(tx, endpointCursor, Delivery.Trigger.REPLAY, now);
    Deque<Item> live = new ArrayDeque<>();
    scanned.events().forEach(event -> live.add(new Item(event, null)));
    while (items.size() < MAX_ITEMS) {
      Item next = next(items.size(), live, retries, replays);
      if (next == null) {
        break;
      }
      items.add(next);
    }
    return new EndpointPlan(
        endpointCursor,
        endpoint,
        items,
        items.isEmpty() ? scanned.skippedTo() : scanned.to(),
        scanned.more(),
        due.orElse(null),
        note);
  }

  private static boolean shouldRecordSkip(
      StoreTransaction tx, EndpointCursor endpointCursor, long skippedTo, Instant now) {
    if (skippedTo - endpointCursor.cursor() >= NOTE_EVERY) {
      return true;
    }
    return skippedTo > endpointCursor.cursor()
        && tx.events().after(endpointCursor.organizationId(), endpointCursor.cursor(), 1).stream()
            .anyMatch(logged -> logged.event().occurredAt().isBefore(now.minus(NOTE_AFTER)));
  }

  /** Alternates between events and retries, with a replay in every fourth slot. */
  private static @Nullable Item next(
      int slot, Deque<Item> live, Deque<Item> retries, Deque<Item> replays) {
    List<Deque<Item>> order =
        slot % REPLAY_EVERY == REPLAY_EVERY - 1
            ? List.of(replays, live, retries)
            : slot % 2 == 0 ? List.of(live, retries, replays) : List.of(retries, live, replays);
    for (Deque<Item> queue : order) {
      Item item = queue.poll();
      if (item != null) {
        return item;
      }
    }
    return null;
  }

  private static Deque<Item> due(
      StoreTransaction tx, EndpointCursor endpointCursor, Delivery.Trigger trigger, Instant now) {
    Deque<Item> items = new ArrayDeque<>();
    for (Delivery delivery : PendingDeliveries.due(tx, endpointCursor, trigger, now, MAX_ITEMS)) {
      LoggedEvent event =
          tx
              .events()
              .after(endpointCursor.organizationId(), delivery.subject().sequence() - 1, 1)
              .stream()
              .filter(logged -> logged.event().id().equals(delivery.subject().eventId()))
              .findFirst()
              .orElse(null);
      items.add(new Item(event, delivery));
    }
    return items;
  }

  /**
   * A scanned range of the log.
   *
   * @param events events for this endpoint
   * @param to last sequence number read
   * @param skippedTo no event up to here is for this endpoint
   */
  private record Scanned(List<LoggedEvent> events, long to, long skippedTo, boolean more) {
    boolean isEmpty() {
      return events.isEmpty() && !more;
    }
  }

  private static Scanned scan(StoreTransaction tx, WebhookEndpoint endpoint, long from) {
    String organization = endpoint.organizationId();
    long newest = tx.events().bounds(organization).newest();
    List<LoggedEvent> told = new ArrayList<>();
    long position = from;
    long scanned = 0;
    while (position < newest && told.size() < MAX_ITEMS && scanned < MAX_SCANNED) {
      List<LoggedEvent> batch = tx.events().after(organization, position, SCAN_BATCH);
      if (batch.isEmpty()) {
        break;
      }
      for (LoggedEvent logged : batch) {
        position = logged.sequence();
        scanned++;
        if (endpoint.receives(logged.event())) {
          told.add(logged);
          if (told.size() == MAX_ITEMS) {
            break;
          }
        }
      }
    }
    long skipped = told.isEmpty() ? position : told.get(0).sequence() - 1;
    return new Scanned(told, position, skipped, position < newest);
  }
}
