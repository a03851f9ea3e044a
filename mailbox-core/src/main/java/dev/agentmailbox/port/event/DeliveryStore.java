package dev.agentmailbox.port.event;

import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.webhook.Delivery;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Webhook delivery attempts, past and pending. */
public interface DeliveryStore {
  void insert(Delivery delivery);

  /** Replaces the delivery with the same organization, endpoint and id. */
  void update(Delivery delivery);

  /** By (createdAt, id). */
  List<Delivery> list(String organizationId, String webhookId, PageRequest page);

  /** Due pending deliveries with this trigger, longest overdue first, at most {@code limit}. */
  List<Delivery> due(
      String organizationId, String webhookId, Delivery.Trigger trigger, Instant now, int limit);

  /** Due time of the endpoint's next pending delivery; empty when none is pending. */
  Optional<Instant> nextDue(String organizationId, String webhookId);

  /** Pending deliveries of an endpoint, at most {@code limit}. */
  List<Delivery> pending(String organizationId, String webhookId, int limit);

  /** Number of pending deliveries in all organizations; reads an index of the pending ones. */
  long countPending();

  /**
   * Removes deliveries created before {@code horizon}, at most {@code limit}; returns the number
   * removed.
   */
  int removeBefore(Instant horizon, int limit);
}
