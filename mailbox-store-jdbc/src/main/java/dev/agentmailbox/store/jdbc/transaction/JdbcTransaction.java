package dev.agentmailbox.store.jdbc.transaction;

import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.port.IdempotencyStore;
import dev.agentmailbox.port.ReceiptStore;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.access.ApiKeyStore;
import dev.agentmailbox.port.account.OrganizationStore;
import dev.agentmailbox.port.account.UsageStore;
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
import dev.agentmailbox.store.jdbc.access.ApiKeyTable;
import dev.agentmailbox.store.jdbc.account.OrganizationTable;
import dev.agentmailbox.store.jdbc.account.UsageTable;
import dev.agentmailbox.store.jdbc.event.EndpointCursorTable;
import dev.agentmailbox.store.jdbc.event.EventCountTable;
import dev.agentmailbox.store.jdbc.event.EventTable;
import dev.agentmailbox.store.jdbc.message.ContactTable;
import dev.agentmailbox.store.jdbc.message.InboxTable;
import dev.agentmailbox.store.jdbc.message.ListTable;
import dev.agentmailbox.store.jdbc.message.MessageTable;
import dev.agentmailbox.store.jdbc.message.ThreadTable;
import dev.agentmailbox.store.jdbc.search.SearchBlockTable;
import dev.agentmailbox.store.jdbc.search.SearchTable;
import dev.agentmailbox.store.jdbc.sending.DraftTable;
import dev.agentmailbox.store.jdbc.sending.SendTable;
import dev.agentmailbox.store.jdbc.service.IdempotencyTable;
import dev.agentmailbox.store.jdbc.service.NamedLocks;
import dev.agentmailbox.store.jdbc.service.ReceiptTable;
import dev.agentmailbox.store.jdbc.sql.DurablePositions;
import dev.agentmailbox.store.jdbc.sql.SpecTable;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.usage.Counter;
import java.time.LocalDate;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One transaction on one connection. */
public final class JdbcTransaction implements StoreTransaction {
  private final Statements statements;
  private final DurablePositions positions;
  private final boolean writing;
  private final LateRows earlier;
  private final LateRows late = new LateRows();
  private boolean ended;

  /** A transaction that shares its connection with no other. */
  public JdbcTransaction(Statements statements, DurablePositions positions, boolean writing) {
    this(statements, positions, writing, new LateRows());
  }

  /**
   * A write within a shared transaction.
   *
   * @param earlier rows collected by the writes before it
   */
  JdbcTransaction(Statements statements, DurablePositions positions, LateRows earlier) {
    this(statements, positions, true, earlier);
  }

  private JdbcTransaction(
      Statements statements, DurablePositions positions, boolean writing, LateRows earlier) {
    this.statements = statements;
    this.positions = positions;
    this.writing = writing;
    this.earlier = earlier;
  }

  /** Rows to be written at the end of the transaction. */
  LateRows late() {
    return late;
  }

  /** Writes the collected rows and what waits; returns the last event of each changed log. */
  public Map<String, Long> finish() {
    Map<String, Long> appended = late.writeTo(open(), positions);
    statements.finish();
    return appended;
  }

  /** A write read rows that earlier writes have collected but not yet written. */
  static final class NeedsOwnTransaction extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NeedsOwnTransaction() {
      super("events and counts are not written yet", null, false, false);
    }
  }

  /**
   * Called before events or counts are read.
   *
   * @throws NeedsOwnTransaction an earlier write has collected some
   */
  private Statements openAlone() {
    if (!earlier.isEmpty()) {
      throw new NeedsOwnTransaction();
    }
    return open();
  }

  /** The last event number of each of some organizations. */
  public Map<String, Long> logHeads(Set<String> organizationIds) {
    return new EventTable(open(), positions).heads(organizationIds);
  }

  /** Refuses further use. */
  public void end() {
    ended = true;
  }

  private Statements open() {
    if (ended) {
      throw new IllegalStateException("the transaction has ended");
    }
    return statements;
  }

  @Override
  public <T> Table<T> table(TableSpec<T> spec) {
    return new SpecTable<>(open(), spec);
  }

  @Override
  public OrganizationStore organizations() {
    return new OrganizationTable(open());
  }

  @Override
  public InboxStore inboxes() {
    return new InboxTable(open(), pods());
  }

  @Override
  public ApiKeyStore apiKeys() {
    return new ApiKeyTable(open());
  }

  @Override
  public MessageStore messages() {
    return new MessageTable(open());
  }

  @Override
  public ThreadStore threads() {
    return new ThreadTable(open());
  }

  /** The index blocks behind {@link #search}. */
  public SearchBlockTable searchBlocks() {
    return new SearchBlockTable(open());
  }

  @Override
  public SearchStore search() {
    return new SearchTable(open(), late.searched);
  }

  @Override
  public SendStore sends() {
    return new SendTable(open());
  }

  @Override
  public DraftStore drafts() {
    return new DraftTable(open());
  }

  @Override
  public ListStore lists() {
    return new ListTable(open());
  }

  @Override
  public ContactStore contacts() {
    return new ContactTable(open());
  }

  @Override
  public EventLog events() {
    return new EventTable(openAlone(), positions);
  }

  @Override
  public UsageStore usage() {
    return new UsageTable(open(), this::openAlone);
  }

  @Override
  public IdempotencyStore idempotency() {
    return new IdempotencyTable(open());
  }

  @Override
  public ReceiptStore receipts() {
    return new ReceiptTable(open());
  }

  @Override
  public EventCountStore eventCounts() {
    return new EventCountTable(openAlone());
  }

  @Override
  public EndpointCursorStore endpointCursors() {
    return new EndpointCursorTable(open());
  }

  @Override
  public void lock(String name) {
    new NamedLocks(open()).lock(name);
  }

  @Override
  public void publish(Event event) {
    requireWriting();
    late.events.add(event);
  }

  @Override
  public void audit(AuditRecord record) {
    requireWriting();
    late.audited.add(record);
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
    late.counts.add(organizationId, organizationId, date, counter, amount);
    late.counts.add(organizationId, podId, date, counter, amount);
    late.counts.add(organizationId, inboxId, date, counter, amount);
  }

  private void requireWriting() {
    open();
    if (!writing) {
      throw new IllegalStateException("a read transaction cannot write");
    }
  }
}
