package dev.agentmailbox.store.jdbc.event;

import dev.agentmailbox.event.EventType;
import dev.agentmailbox.store.jdbc.sql.Times;
import dev.agentmailbox.webhook.Delivery;
import org.jspecify.annotations.Nullable;

/** The part of a delivery that is read and written as a whole and never searched by. */
record DeliveryDetails(
    long sequence,
    String eventId,
    EventType eventType,
    int attempt,
    Delivery.Status status,
    @Nullable Integer responseStatus,
    @Nullable Long tookMillis,
    @Nullable String error,
    @Nullable Long attemptedAt) {
  static DeliveryDetails of(Delivery delivery) {
    return new DeliveryDetails(
        delivery.sequence(),
        delivery.eventId(),
        delivery.eventType(),
        delivery.attempt(),
        delivery.status(),
        delivery.responseStatus(),
        delivery.tookMillis(),
        delivery.error(),
        Times.ofNullable(delivery.attemptedAt()));
  }
}
