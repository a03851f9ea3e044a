package dev.agentmailbox.port;

import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.port.access.ApiKeyStore;
import dev.agentmailbox.port.account.AccountTables;
import dev.agentmailbox.port.account.DirectedCodeStore;
import dev.agentmailbox.port.account.OrganizationStore;
import dev.agentmailbox.port.account.PodStore;
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
import dev.agentmailbox.usage.Counter;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * One transaction. Valid only within the work it was passed to, on that thread; not thread safe.
 *
 * <p>Unless a method states otherwise, these rules hold for every store:
 *
 * <ul>
 *   <li>A finder matches rows whose scope equals the given scope or lies within it, and returns
 *       empty when there is none. Updates, touches and removals of a row that does not exist do
 *       nothing.
 *   <li>A void insert of a row whose id is taken throws {@link StoreException}.
 *   <li>A list that takes a {@code PageRequest} is sorted by the keys given in parentheses, in the
 *       direction of the request, starts strictly after its position, and returns up to {@code
 *       limit + 1} items, so that the caller knows whether there is another page.
 *   <li>A plain {@code limit} is at least 1 and bounds the rows returned or affected.
 *   <li>Due or expired at {@code now} means at or before {@code now}. Times have millisecond
 *       precision.
 *   <li>Compare-and-set methods that return false when another caller was first are atomic: of
 *       concurrent calls exactly one returns true.
 *   <li>{@code lock…} methods and methods that write are for read-write transactions only.
 * </ul>
 *
 * <p>Events, counters and the audit trail are buffered and written last, immediately before the
 * commit: their rows are shared by the whole organization, so their locks must be held as briefly
 * as possible.
 */
public interface StoreTransaction {
  /** The rows of a declared table. */
  <T> Table<T> table(TableSpec<T> spec);

  OrganizationStore organizations();

  default PodStore pods() {
    return new PodStore(table(AccountTables.PODS));
  }

  InboxStore inboxes();

  ApiKeyStore apiKeys();

  MessageStore messages();

  ThreadStore threads();

  SearchStore search();

  SendStore sends();

  DraftStore drafts();

  ListStore lists();

  ContactStore contacts();

  EventLog events();

  UsageStore usage();

  IdempotencyStore idempotency();

  default SettingStore settings() {
    return new SettingStore(table(ServiceTables.SETTINGS));
  }

  ReceiptStore receipts();

  EventCountStore eventCounts();

  EndpointCursorStore endpointCursors();

  default DirectedCodeStore directedCodes() {
    return new DirectedCodeStore(
        table(AccountTables.DIRECTED_CODES), table(AccountTables.DIRECTED_CODE_HASHES));
  }

  default ConnectionLeaseStore connectionLeases() {
    return new ConnectionLeaseStore(table(ServiceTables.NODES), table(ServiceTables.LEASES));
  }

  /**
   * Acquires an advisory lock and holds it until this transaction ends; other transactions that
   * request the same name wait. Only for read-write transactions.
   *
   * @param name one of a small fixed set
   */
  void lock(String name);

  /**
   * Appends an event to its organization's log at commit. Events of one transaction keep their
   * order within a log.
   */
  void publish(Event event);

  /**
   * Appends a record to its organization's audit trail at commit. Records of one transaction keep
   * their order.
   */
  void audit(AuditRecord record);

  /**
   * Adds to the daily counters of the organization and, when given, of the pod and the inbox.
   *
   * @param date UTC day
   * @param amount not negative
   */
  void count(
      String organizationId,
      @Nullable String podId,
      @Nullable String inboxId,
      LocalDate date,
      Counter counter,
      long amount);
}
