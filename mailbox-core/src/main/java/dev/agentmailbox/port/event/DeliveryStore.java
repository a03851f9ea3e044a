package dev.agentmailbox.port.event;

import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.webhook.Delivery;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Attempts to tell endpoints of events, made and to come. */
public interface DeliveryStore {
  void insert(Delivery delivery);

  /** Replaces the delivery of the same organization, endpoint and id. */
  void update(Delivery delivery);

  /** By (createdAt, id); one more than the limit when there are more. */
  List<Delivery> list(String organizationId, String webhookId, PageRequest page);

  /** Pending deliveries of one trigger that are due, the longest due first. */
  List<Delivery> due(
      String organizationId, String webhookId, Delivery.Trigger trigger, Instant now, int limit);

  /** When the next pending delivery of an endpoint is due. */
  Optional<Instant> nextDue(String organizationId, String webhookId);

  /** Pending deliveries of an endpoint, at most {@code limit}. */
  List<Delivery> pending(String organizationId, String webhookId, int limit);

  /** Removes deliveries made before that, at most {@code limit}; returns how many. */
  int removeBefore(Instant horizon, int limit);
}
