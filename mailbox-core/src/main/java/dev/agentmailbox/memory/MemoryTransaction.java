package dev.agentmailbox.memory;

import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.port.IdempotencyStore;
import dev.agentmailbox.port.ReceiptStore;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.access.ApiKeyStore;
import dev.agentmailbox.port.account.OrganizationStore;
import dev.agentmailbox.port.account.UsageStore;
import dev.agentmailbox.port.audit.AuditTables;
import dev.agentmailbox.port.audit.AuditTrail;
import dev.agentmailbox.port.event.EndpointCursorStore;
import dev.agentmailbox.port.event.EventCountStore;
import dev.agentmailbox.port.event.EventLog;
import dev.agentmailbox.port.message.ContactStore;
import dev.agentmailbox.port.message.InboxStore;
import dev.agentmailbox.port.message.ListStore;
import dev.agentmailbox.port.message.MessageStore;
import dev.agentmailbox.port.message.SearchStore;
import dev.agentmailbox.port.message.ThreadStore;
import dev.agentmailbox.port.sending.DraftStore;
import dev.agentmailbox.port.sending.SendStore;
import dev.agentmailbox.port.table.Table;
import dev.agentmailbox.port.table.TableSpec;
import dev.agentmailbox.usage.Counter;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One transaction: provides the stores while its work runs, on its thread, and buffers events and
 * counters.
 */
final class MemoryTransaction implements StoreTransaction, AutoCloseable {
  private final Stores stores;
  private final boolean writes;
  private final Thread owner = Thread.currentThread();
  private final List<Event> events = new ArrayList<>();
  private final List<Count> counts = new ArrayList<>();
  private final List<AuditRecord> audited = new ArrayList<>();
  private boolean ended;

  private record Count(
      String organizationId, String subjectId, LocalDate date, Counter counter, long amount) {}

  private MemoryTransaction(Stores stores, boolean writes) {
    this.stores = stores;
    this.writes = writes;
  }

  static MemoryTransaction forReading(Stores stores) {
    return new MemoryTransaction(stores, false);
  }

  static MemoryTransaction forWriting(Stores stores) {
    return new MemoryTransaction(stores, true);
  }

  /** Organizations whose logs this transaction appends to. */
  Set<String> publishesTo() {
    return events.stream().map(Event::organizationId).collect(Collectors.toSet());
  }

  /** Writes buffered events and counters; the last step before the commit. */
  void writeCollected() {
    events.forEach(stores.events::append);
    events.forEach(stores.eventCounts::add);
    new AuditTrail(stores.table(AuditTables.AUDIT_HEADS), stores.table(AuditTables.AUDIT_ENTRIES))
        .append(audited);
    for (Count c : counts) {
      stores.usage.add(c.organizationId(), c.subjectId(), c.date(), c.counter(), c.amount());
    }
  }

  @Override
  public void close() {
    ended = true;
  }

  private Stores running() {
    if (ended || Thread.currentThread() != owner) {
      throw new IllegalStateException("a transaction is valid only inside its work");
    }
    return stores;
  }

  private void requireWriting() {
    running();
    if (!writes) {
      throw new IllegalStateException("a reading transaction changes nothing");
    }
  }

  @Override
  public <T> Table<T> table(TableSpec<T> spec) {
    return running().table(spec);
  }

  @Override
  public OrganizationStore organizations() {
    return running().organizations;
  }

  @Override
  public InboxStore inboxes() {
    return running().inboxes;
  }

  @Override
  public ApiKeyStore apiKeys() {
    return running().apiKeys;
  }

  @Override
  public MessageStore messages() {
    return running().messages;
  }

  @Override
  public ThreadStore threads() {
    return running().threads;
  }

  @Override
  public SearchStore search() {
    return running().search;
  }

  @Override
  public SendStore sends() {
    return running().sends;
  }

  @Override
  public DraftStore drafts() {
    return running().drafts;
  }

  @Override
  public ListStore lists() {
    return running().lists;
  }

  @Override
  public ContactStore contacts() {
    return running().contacts;
  }

  @Override
  public EventLog events() {
    return running().events;
  }

  @Override
  public UsageStore usage() {
    return running().usage;
  }

  @Override
  public IdempotencyStore idempotency() {
    return running().idempotency;
  }

  @Override
  public ReceiptStore receipts() {
    return running().receipts;
  }

  @Override
  public EventCountStore eventCounts() {
    return running().eventCounts;
  }

  @Override
  public EndpointCursorStore endpointCursors() {
    return running().endpointCursors;
  }

  @Override
  public void lock(String name) {
    // One transaction writes at a time.
    requireWriting();
  }

  @Override
  public void publish(Event event) {
    requireWriting();
    events.add(event);
  }

  @Override
  public void audit(AuditRecord record) {
    requireWriting();
    audited.add(record);
  }

  @Override
  public void count(
      String organizationId,
      @Nullable String podId,
      @Nullable String inboxId,
      LocalDate date,
      Counter counter,
      long amount) {
    requireWriting();
    counts.add(new Count(organizationId, organizationId, date, counter, amount));
    if (podId != null) {
      counts.add(new Count(organizationId, podId, date, counter, amount));
    }
    if (inboxId != null) {
      counts.add(new Count(organizationId, inboxId, date, counter, amount));
    }
  }
}
