package dev.agentmailbox;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.id.IdFactory;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.service.access.ApiKeys;
import dev.agentmailbox.service.access.Codes;
import dev.agentmailbox.service.access.PasskeyServices;
import dev.agentmailbox.service.access.Sessions;
import dev.agentmailbox.service.access.StepUp;
import dev.agentmailbox.service.access.grant.OAuthServices;
import dev.agentmailbox.service.account.Accounts;
import dev.agentmailbox.service.account.DailyCalls;
import dev.agentmailbox.service.account.Members;
import dev.agentmailbox.service.account.Memberships;
import dev.agentmailbox.service.account.Metrics;
import dev.agentmailbox.service.account.Operators;
import dev.agentmailbox.service.account.Pods;
import dev.agentmailbox.service.account.UsageReports;
import dev.agentmailbox.service.audit.AuditLog;
import dev.agentmailbox.service.draft.Drafts;
import dev.agentmailbox.service.erasure.Erasure;
import dev.agentmailbox.service.event.EventFeed;
import dev.agentmailbox.service.event.EventStream;
import dev.agentmailbox.service.inbox.Inboxes;
import dev.agentmailbox.service.intake.Intake;
import dev.agentmailbox.service.maintenance.MaintenanceScheduler;
import dev.agentmailbox.service.message.HeldMail;
import dev.agentmailbox.service.message.Labels;
import dev.agentmailbox.service.message.Messages;
import dev.agentmailbox.service.message.Search;
import dev.agentmailbox.service.message.Threads;
import dev.agentmailbox.service.message.Trash;
import dev.agentmailbox.service.notice.HumanMailer;
import dev.agentmailbox.service.policy.ListEntries;
import dev.agentmailbox.service.policy.Policies;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.sending.Approvals;
import dev.agentmailbox.service.sending.Pauses;
import dev.agentmailbox.service.sending.Sends;
import dev.agentmailbox.service.sending.outbox.Outbox;
import dev.agentmailbox.service.sending.release.Decisions;
import dev.agentmailbox.service.sending.release.ReleaseStep;
import dev.agentmailbox.service.signup.FirstLink;
import dev.agentmailbox.service.signup.SignIn;
import dev.agentmailbox.service.signup.SignUpServices;
import dev.agentmailbox.service.webhook.MasterKeyCheck;
import dev.agentmailbox.service.webhook.Webhooks;
import dev.agentmailbox.service.webhook.dispatch.EndpointSecrets;
import dev.agentmailbox.service.webhook.dispatch.WebhookDispatcher;

/**
 * A complete mailbox service in this process: inboxes that receive mail, can be searched, and send
 * mail subject to policy.
 *
 * <pre>{@code
 * try (Mailbox mailbox = Mailbox.inMemory()) {
 *   Agent agent = mailbox.agent();
 *   Inbox inbox = agent.openInbox("support-desk");
 *   agent.deliver("customer@example.com", inbox, "Hello", "Where is my order?");
 *   for (Message message : agent.unread(inbox)) {
 *     agent.reply(message, "On its way.");
 *     agent.markRead(message);
 *   }
 * }
 * }</pre>
 *
 * <p>{@link Agent} covers the common cases; the services behind it accept any caller and offer
 * everything. Thread safe. A process may have several mailboxes.
 */
public final class Mailbox implements AutoCloseable {
  private final MailboxContext context;
  private final MailTransport transport;
  private final MimeReader reader = new MimeReader();
  private final Intake intake;
  private final Accounts accounts;
  private final Pods pods;
  private final Inboxes inboxes;
  private final Messages messages;
  private final Threads threads;
  private final Labels labels;
  private final Trash trash;
  private final Erasure erasure;
  private final Search search;
  private final Sends sends;
  private final Drafts drafts;
  private final EventFeed events;
  private final UsageReports usage;
  private final Policies policies;
  private final ListEntries lists;
  private final Approvals approvals;
  private final AuditLog auditLog;
  private final Pauses pauses;
  private final HeldMail heldMail;
  private final ApiKeys apiKeys;
  private final Members members;
  private final Operators operators;
  private final HumanMailer mailer;
  private final Sessions sessions;
  private final StepUp stepUp;
  private final Metrics metrics;
  private final Background background;
  private final Webhooks webhooks;
  private final MasterKeyCheck masterKey;
  private final FirstLink firstLink;
  private final PasskeyServices passkeys;
  private final Memberships memberships;
  private final OAuthServices oauth;
  private final SignUpServices signUps;
  private final FirstAccounts first;

  Mailbox(MailboxBuilder builder) {
    this.context =
        new MailboxContext(
            builder.storeOrNew(), new IdFactory(builder.clock), builder.clock, builder.settings);
    this.transport = builder.transport;
    IdempotencyRunner runner = new IdempotencyRunner(context);
    ReleaseStep release = new ReleaseStep(context, builder.approvers);
    this.intake = new Intake(context, reader, builder.authentication, builder.screening());
    Outbox outbox = new Outbox(context, release, transport, intake, builder.outboxLimits);
    this.accounts = new Accounts(context);
    this.pods = new Pods(context, runner);
    this.inboxes = new Inboxes(context, runner);
    this.messages = new Messages(context, reader);
    this.threads = new Threads(context);
    this.labels = new Labels(context, runner);
    this.trash = new Trash(context);
    this.search = new Search(context);
    this.sends = new Sends(context, runner, release, outbox);
    this.drafts = new Drafts(context, runner, sends);
    this.events = new EventFeed(context);
    DailyCalls dailyCalls = new DailyCalls(context);
    this.usage = new UsageReports(context, dailyCalls);
    Decisions decisions = new Decisions(context, release);
    this.policies = new Policies(context, runner);
    this.lists = new ListEntries(context, runner);
    this.approvals = new Approvals(context, runner, decisions, outbox);
    this.auditLog = new AuditLog(context);
    this.erasure = new Erasure(context, runner, decisions);
    this.pauses = new Pauses(context, runner, outbox);
    this.heldMail = new HeldMail(context, runner);
    this.metrics = new Metrics(context);
    this.apiKeys = new ApiKeys(context, runner);
    this.operators = new Operators(context);
    this.mailer = new HumanMailer(context, transport, builder.codeWatcher, builder.appUrl);
    this.members = new Members(context, runner);
    Codes codes = builder.codes();
    this.sessions = new Sessions(context, builder.stepUp, builder.push);
    this.stepUp = new StepUp(context, runner, codes, mailer, sessions);
    EndpointSecrets secrets = new EndpointSecrets(builder.vault);
    WebhookDispatcher dispatcher =
        new WebhookDispatcher(context, builder.webhookTransport, secrets, builder.webhookLimits);
    this.webhooks = new Webhooks(context, runner, dispatcher, builder.webhookAddresses(), secrets);
    MaintenanceScheduler maintenance =
        Background.maintenance(context, transport, builder.push, decisions, outbox, builder.appUrl);
    this.background =
        new Background(outbox, maintenance, dispatcher, dailyCalls, new EventStream(context));
    this.masterKey = new MasterKeyCheck(context, builder.vault);
    this.firstLink = new FirstLink(context, sessions);
    this.passkeys = PasskeyServices.of(context, runner, codes, builder.passkeys, sessions);
    this.memberships = new Memberships(context, runner);
    this.oauth =
        OAuthServices.of(
            context, runner, codes, apiKeys, builder.clientDocuments, builder.webhookAddresses());
    this.signUps =
        SignUpServices.of(
            context, runner, codes, mailer, sessions, inboxes, builder.signUp, builder.plan);
    this.first = FirstAccounts.ensure(accounts, members, builder);
  }

  /** A mailbox that keeps all data in memory and captures outbound mail. Already started. */
  public static Mailbox inMemory() {
    return builder().build().start();
  }

  /** Configures a mailbox. */
  public static MailboxBuilder builder() {
    return new MailboxBuilder();
  }

  /** Starts the background threads that hand over accepted mail; {@link #close} stops them. */
  public Mailbox start() {
    background.start();
    return this;
  }

  /** The embedding process as a caller: every permission on the whole first organization. */
  public Caller owner() {
    return first.embedder();
  }

  /**
   * A human caller: the owner of the first organization, with step-up just passed, and platform
   * operator. For operations reserved to humans, such as approving a send in the test of an agent.
   *
   * <p>Code in this process can act as anyone; a service that lets humans in from outside
   * authenticates them with {@link #sessions} instead.
   */
  public Caller.Human human() {
    return first.human();
  }

  /**
   * As {@link #human}, but in the {@code Postmaster} organization, which receives the mail to
   * {@code postmaster@} and {@code abuse@}. {@link #owner} cannot see that mail.
   */
  public Caller.Human postmaster() {
    return first.postmaster();
  }

  /** The owner of the first organization. */
  public Human firstOwner() {
    return first.owner();
  }

  /** The common operations, as {@link #owner}. */
  public Agent agent() {
    return new Agent(this, owner());
  }

  /** The entry point for inbound mail, for an SMTP listener. */
  public MailReceiver receiver() {
    return intake;
  }

  /** The first organization and its key, created or loaded at startup. */
  public Accounts.FirstStart first() {
    return first.start();
  }

  public MailboxContext context() {
    return context;
  }

  public Accounts accounts() {
    return accounts;
  }

  public ApiKeys apiKeys() {
    return apiKeys;
  }

  public Members members() {
    return members;
  }

  public Operators operators() {
    return operators;
  }

  public Sessions sessions() {
    return sessions;
  }

  public SignIn signIn() {
    return signUps.signIn();
  }

  public StepUp stepUp() {
    return stepUp;
  }

  public FirstLink firstLink() {
    return firstLink;
  }

  public PasskeyServices passkeys() {
    return passkeys;
  }

  public Memberships memberships() {
    return memberships;
  }

  /** OAuth, for programs that cannot hold an API key. */
  public OAuthServices oauth() {
    return oauth;
  }

  /** Sign-up of agents and humans. */
  public SignUpServices signUps() {
    return signUps;
  }

  public Pods pods() {
    return pods;
  }

  public Inboxes inboxes() {
    return inboxes;
  }

  public Messages messages() {
    return messages;
  }

  public Threads threads() {
    return threads;
  }

  public Labels labels() {
    return labels;
  }

  public Trash trash() {
    return trash;
  }

  public Erasure erasure() {
    return erasure;
  }

  public Search search() {
    return search;
  }

  public Sends sends() {
    return sends;
  }

  public Drafts drafts() {
    return drafts;
  }

  public EventFeed events() {
    return events;
  }

  public UsageReports usage() {
    return usage;
  }

  public DailyCalls dailyCalls() {
    return background.dailyCalls();
  }

  public Policies policies() {
    return policies;
  }

  public ListEntries lists() {
    return lists;
  }

  public Approvals approvals() {
    return approvals;
  }

  public AuditLog auditLog() {
    return auditLog;
  }

  public Pauses pauses() {
    return pauses;
  }

  public HeldMail heldMail() {
    return heldMail;
  }

  /** The maintenance jobs; a test can run them with {@code maintenance().runDue()}. */
  public MaintenanceScheduler maintenance() {
    return background.maintenance();
  }

  public Metrics metrics() {
    return metrics;
  }

  /** The live event stream. */
  public EventStream stream() {
    return background.stream();
  }

  public Webhooks webhooks() {
    return webhooks;
  }

  /** Checks whether the configured master key is the one stored secrets were sealed with. */
  public MasterKeyCheck masterKey() {
    return masterKey;
  }

  /** The webhook dispatcher; a test can run it with {@code runDue()}. */
  public WebhookDispatcher webhookDispatcher() {
    return background.dispatcher();
  }

  /** The outbox; a test can run it with {@code outbox().runDue()}. */
  public Outbox outbox() {
    return background.outbox();
  }

  /** Waits for hand-overs in progress, then closes transport and store. */
  @Override
  public void close() {
    background.close();
    mailer.close();
    transport.close();
    context.store().close();
  }
}
