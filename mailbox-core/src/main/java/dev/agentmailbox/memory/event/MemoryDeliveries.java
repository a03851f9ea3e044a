package dev.agentmailbox.memory.event;

import dev.agentmailbox.memory.rows.Index;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.event.DeliveryStore;
import dev.agentmailbox.webhook.Delivery;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Attempts to tell endpoints of events. */
public final class MemoryDeliveries implements DeliveryStore {
  private static final List<String> ALL = List.of("all");

  private final UndoLog journal;
  private final Map<String, Delivery> rows = new HashMap<>();
  private final Index lists;
  private final Index due;
  private final Index age;

  public MemoryDeliveries(UndoLog journal) {
    this.journal = journal;
    this.lists = new Index(journal);
    this.due = new Index(journal);
    this.age = new Index(journal);
  }

  @Override
  public void insert(Delivery delivery) {
    journal.put(rows, delivery.id(), delivery);
    lists.add(list(delivery), delivery.createdAt(), delivery.id());
    age.add(ALL, delivery.createdAt(), delivery.id());
    makeDue(delivery);
  }

  @Override
  public void update(Delivery delivery) {
    Delivery row = rows.get(delivery.id());
    if (row != null) {
      makeNotDue(row);
      journal.put(rows, row.id(), delivery);
      makeDue(delivery);
    }
  }

  @Override
  public List<Delivery> list(String organizationId, String webhookId, PageRequest page) {
    return rows(lists.page(List.of(partition(organizationId, webhookId)), page));
  }

  @Override
  public List<Delivery> due(
      String organizationId, String webhookId, Delivery.Trigger trigger, Instant now, int limit) {
    return rows(due.due(partition(organizationId, webhookId) + trigger, now, limit));
  }

  @Override
  public Optional<Instant> nextDue(String organizationId, String webhookId) {
    return Stream.of(Delivery.Trigger.values())
        .flatMap(t -> due(organizationId, webhookId, t, Instant.MAX.minusSeconds(1), 1).stream())
        .map(delivery -> Objects.requireNonNull(delivery.dueAt()))
        .min(Instant::compareTo);
  }

  @Override
  public List<Delivery> pending(String organizationId, String webhookId, int limit) {
    return Stream.of(Delivery.Trigger.values())
        .flatMap(
            t -> due(organizationId, webhookId, t, Instant.MAX.minusSeconds(1), limit).stream())
        .limit(limit)
        .toList();
  }

  @Override
  public int removeBefore(Instant horizon, int limit) {
    List<Delivery> old = rows(age.due(ALL.get(0), horizon.minusMillis(1), limit));
    for (Delivery row : old) {
      makeNotDue(row);
      lists.remove(list(row), row.createdAt(), row.id());
      age.remove(ALL, row.createdAt(), row.id());
      journal.remove(rows, row.id());
    }
    return old.size();
  }

  private void makeDue(Delivery delivery) {
    if (delivery.dueAt() != null) {
      due.add(dueList(delivery), delivery.dueAt(), delivery.id());
    }
  }

  private void makeNotDue(Delivery row) {
    if (row.dueAt() != null) {
      due.remove(dueList(row), row.dueAt(), row.id());
    }
  }

  private List<Delivery> rows(List<String> ids) {
    return ids.stream().map(id -> Objects.requireNonNull(rows.get(id))).toList();
  }

  private static List<String> list(Delivery delivery) {
    return List.of(partition(delivery.organizationId(), delivery.webhookId()));
  }

  private static List<String> dueList(Delivery delivery) {
    return List.of(partition(delivery.organizationId(), delivery.webhookId()) + delivery.trigger());
  }

  private static String partition(String organizationId, String webhookId) {
    return organizationId + '\0' + webhookId + '\0';
  }
}
