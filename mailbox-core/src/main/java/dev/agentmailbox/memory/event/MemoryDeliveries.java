package dev.agentmailbox.memory.event;

import dev.agentmailbox.memory.rows.RowList;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.event.DeliveryStore;
import dev.agentmailbox.webhook.Delivery;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Webhook delivery attempts. */
public final class MemoryDeliveries implements DeliveryStore {
  private static final Instant EVER = Instant.MAX.minusSeconds(1);

  private final Rows<String, Delivery> rows;
  private final RowList<Delivery> lists;
  private final RowList<Delivery> due;
  private final RowList<Delivery> waiting;
  private final RowList<Delivery> age;

  public MemoryDeliveries(UndoLog undo) {
    rows = new Rows<>(undo, Delivery::id);
    lists = rows.list(d -> partition(d.organizationId(), d.webhookId()), Delivery::createdAt);
    due =
        rows.list(d -> partition(d.organizationId(), d.webhookId()) + d.trigger(), Delivery::dueAt);
    waiting = rows.list(Delivery::dueAt);
    age = rows.list(Delivery::createdAt);
  }

  @Override
  public void insert(Delivery delivery) {
    rows.add(delivery);
  }

  @Override
  public void update(Delivery delivery) {
    rows.update(delivery.id(), row -> delivery);
  }

  @Override
  public List<Delivery> list(String organizationId, String webhookId, PageRequest page) {
    return lists.page(partition(organizationId, webhookId), page);
  }

  @Override
  public List<Delivery> due(
      String organizationId, String webhookId, Delivery.Trigger trigger, Instant now, int limit) {
    return due.due(partition(organizationId, webhookId) + trigger, now, limit);
  }

  @Override
  public Optional<Instant> nextDue(String organizationId, String webhookId) {
    return Stream.of(Delivery.Trigger.values())
        .flatMap(t -> due(organizationId, webhookId, t, EVER, 1).stream())
        .map(delivery -> Objects.requireNonNull(delivery.dueAt()))
        .min(Instant::compareTo);
  }

  @Override
  public List<Delivery> pending(String organizationId, String webhookId, int limit) {
    return Stream.of(Delivery.Trigger.values())
        .flatMap(t -> due(organizationId, webhookId, t, EVER, limit).stream())
        .limit(limit)
        .toList();
  }

  @Override
  public long countPending() {
    return waiting.all().size();
  }

  @Override
  public int removeBefore(Instant horizon, int limit) {
    return rows.removeAll(age.due(horizon.minusMillis(1), limit));
  }

  private static String partition(String organizationId, String webhookId) {
    return organizationId + '\0' + webhookId + '\0';
  }
}
