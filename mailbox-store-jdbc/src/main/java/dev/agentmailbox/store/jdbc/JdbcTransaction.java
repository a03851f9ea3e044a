package dev.agentmailbox.store.jdbc;

import dev.agentmailbox.event.Event;
import dev.agentmailbox.port.ApiKeyStore;
import dev.agentmailbox.port.ApprovalStore;
import dev.agentmailbox.port.ClaimStore;
import dev.agentmailbox.port.DeliveryStore;
import dev.agentmailbox.port.DirectedCodeStore;
import dev.agentmailbox.port.DraftStore;
import dev.agentmailbox.port.EventCountStore;
import dev.agentmailbox.port.EventLog;
import dev.agentmailbox.port.GrantClientStore;
import dev.agentmailbox.port.GrantStore;
import dev.agentmailbox.port.HumanStore;
import dev.agentmailbox.port.IdempotencyStore;
import dev.agentmailbox.port.InboxStore;
import dev.agentmailbox.port.InviteStore;
import dev.agentmailbox.port.ListStore;
import dev.agentmailbox.port.LivePlaceStore;
import dev.agentmailbox.port.MemberStore;
import dev.agentmailbox.port.MessageStore;
import dev.agentmailbox.port.MomentStore;
import dev.agentmailbox.port.NoticeStore;
import dev.agentmailbox.port.OrganizationStore;
import dev.agentmailbox.port.PasskeyStore;
import dev.agentmailbox.port.PodStore;
import dev.agentmailbox.port.SearchStore;
import dev.agentmailbox.port.SendStore;
import dev.agentmailbox.port.SessionStore;
import dev.agentmailbox.port.SettingStore;
import dev.agentmailbox.port.SignInCodeStore;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.ThreadStore;
import dev.agentmailbox.port.UsageStore;
import dev.agentmailbox.port.WaitlistStore;
import dev.agentmailbox.port.WebhookRunStore;
import dev.agentmailbox.port.WebhookStore;
import dev.agentmailbox.usage.Counter;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** One transaction on one connection. */
final class JdbcTransaction implements StoreTransaction {
  private final Statements statements;
  private final SyncedMarks marks;
  private final boolean writing;
  private final List<Event> events = new ArrayList<>();
  private final PendingCounts counts = new PendingCounts();
  private final SearchMarks searched = new SearchMarks();
  private boolean ended;

  JdbcTransaction(Handle handle, Dialect dialect, SyncedMarks marks, boolean writing) {
    this.statements = new Statements(handle, dialect, writing);
    this.marks = marks;
    this.writing = writing;
  }

  /** What has to be made visible to readers of a log once it is durable. */
  record Appended(String organizationId, long lastSequence) {}

  /** Writes what was collected: the rows that a whole organization shares, as late as possible. */
  List<Appended> finish() {
    searched.writeTo(new SearchBlockTable(open()));
    counts.writeTo(new UsageTable(open()));
    new EventCountTable(open()).add(events);
    // In one order for all transactions, so that two never wait for each other's logs.
    Map<String, List<Event>> logs =
        events.stream()
            .collect(
                Collectors.groupingBy(Event::organizationId, TreeMap::new, Collectors.toList()));
    List<Appended> appended = new ArrayList<>();
    logs.forEach((id, log) -> appended.add(new Appended(id, append(id, log))));
    return appended;
  }

  private long append(String organizationId, List<Event> log) {
    return new EventTable(open(), marks).append(organizationId, log);
  }

  /** The last number of the log of each organization. */
  Map<String, Long> logHeads() {
    return new EventTable(open(), marks).heads();
  }

  void end() {
    ended = true;
  }

  private Statements open() {
    if (ended) {
      throw new IllegalStateException("the transaction has ended");
    }
    return statements;
  }

  @Override
  public OrganizationStore organizations() {
    return new OrganizationTable(open());
  }

  @Override
  public PodStore pods() {
    return new PodTable(open());
  }

  @Override
  public InboxStore inboxes() {
    return new InboxTable(open(), new PodTable(open()));
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

  SearchBlockTable searchBlocks() {
    return new SearchBlockTable(open());
  }

  @Override
  public SearchStore search() {
    return new SearchTable(open(), searched);
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
  public ApprovalStore approvals() {
    return new ApprovalTable(open());
  }

  @Override
  public NoticeStore notices() {
    return new NoticeTable(open());
  }

  @Override
  public ListStore lists() {
    return new ListTable(open());
  }

  @Override
  public EventLog events() {
    return new EventTable(open(), marks);
  }

  @Override
  public UsageStore usage() {
    return new UsageTable(open());
  }

  @Override
  public IdempotencyStore idempotency() {
    return new IdempotencyTable(open());
  }

  @Override
  public SettingStore settings() {
    return new SettingTable(open());
  }

  @Override
  public HumanStore humans() {
    return new HumanTable(open());
  }

  @Override
  public MemberStore members() {
    return new MemberTable(open());
  }

  @Override
  public SessionStore sessions() {
    return new SessionTable(open());
  }

  @Override
  public SignInCodeStore codes() {
    return new SignInCodeTable(open());
  }

  @Override
  public MomentStore moments() {
    return new MomentTable(open());
  }

  @Override
  public EventCountStore eventCounts() {
    return new EventCountTable(open());
  }

  @Override
  public WebhookStore webhooks() {
    return new WebhookTable(open());
  }

  @Override
  public WebhookRunStore webhookRuns() {
    return new WebhookRunTable(open());
  }

  @Override
  public DeliveryStore deliveries() {
    return new DeliveryTable(open());
  }

  @Override
  public DirectedCodeStore directedCodes() {
    return new DirectedCodeTable(open());
  }

  @Override
  public ClaimStore claims() {
    return new ClaimTable(open());
  }

  @Override
  public WaitlistStore waitlist() {
    return new WaitlistTable(open());
  }

  @Override
  public InviteStore invites() {
    return new InviteTable(open());
  }

  @Override
  public PasskeyStore passkeys() {
    return new PasskeyTable(open());
  }

  @Override
  public LivePlaceStore livePlaces() {
    return new LivePlaceTable(open());
  }

  @Override
  public GrantClientStore grantClients() {
    return new GrantClientTable(open());
  }

  @Override
  public GrantStore grants() {
    return new GrantTable(open());
  }

  @Override
  public void publish(Event event) {
    requireWriting();
    events.add(event);
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
    counts.add(organizationId, organizationId, date, counter, amount);
    counts.add(organizationId, podId, date, counter, amount);
    counts.add(organizationId, inboxId, date, counter, amount);
  }

  private void requireWriting() {
    open();
    if (!writing) {
      throw new IllegalStateException("a reading transaction cannot change anything");
    }
  }
}
