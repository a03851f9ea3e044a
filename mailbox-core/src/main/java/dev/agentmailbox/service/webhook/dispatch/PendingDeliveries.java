package dev.agentmailbox.service.webhook.dispatch;

import static dev.agentmailbox.port.event.EventTables.DELIVERIES;
import static dev.agentmailbox.port.event.EventTables.DELIVERIES_DUE;

import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.webhook.Delivery;
import dev.agentmailbox.webhook.EndpointCursor;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The pending deliveries of an endpoint, which are listed by their trigger. */
final class PendingDeliveries {
  private static final Instant EVER = Instant.ofEpochMilli(Long.MAX_VALUE);

  private PendingDeliveries() {}

  /** Due deliveries with this trigger, longest overdue first. */
  static List<Delivery> due(
      StoreTransaction tx, EndpointCursor run, Delivery.Trigger trigger, Instant now, int limit) {
    return due(tx, run.organizationId(), run.webhookId(), trigger, now, limit);
  }

  private static List<Delivery> due(
      StoreTransaction tx,
      String organizationId,
      String webhookId,
      Delivery.Trigger trigger,
      Instant until,
      int limit) {
    return tx.table(DELIVERIES)
        .due(DELIVERIES_DUE, until, limit, organizationId, webhookId, trigger.name());
  }

  /** When the next one is due; empty when none is pending. */
  static Optional<Instant> next(StoreTransaction tx, EndpointCursor run) {
    return Stream.of(Delivery.Trigger.values())
        .flatMap(trigger -> due(tx, run, trigger, EVER, 1).stream())
        .flatMap(delivery -> Stream.ofNullable(delivery.dueAt()))
        .min(Instant::compareTo);
  }

  static List<Delivery> some(
      StoreTransaction tx, String organizationId, String webhookId, int limit) {
    return Stream.of(Delivery.Trigger.values())
        .flatMap(trigger -> due(tx, organizationId, webhookId, trigger, EVER, limit).stream())
        .limit(limit)
        .toList();
  }
}
