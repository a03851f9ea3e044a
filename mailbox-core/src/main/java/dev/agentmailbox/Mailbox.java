package dev.agentmailbox;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.Postmaster;
import dev.agentmailbox.id.IdFactory;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.service.IdempotencyRunner;
import dev.agentmailbox.service.MasterKeyCheck;
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
import dev.agentmailbox.service.draft.Drafts;
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
import dev.agentmailbox.service.sending.Approvals;
import dev.agentmailbox.service.sending.Pauses;
import dev.agentmailbox.service.sending.Sends;
import dev.agentmailbox.service.sending.outbox.Outbox;
import dev.agentmailbox.service.sending.release.Decisions;
import dev.agentmailbox.service.sending.release.ReleaseStep;
import dev.agentmailbox.service.signup.FirstLink;
import dev.agentmailbox.service.signup.SignIn;
import dev.agentmailbox.service.signup.SignUpServices;
import dev.agentmailbox.service.webhook.Webhooks;
import dev.agentmailbox.service.webhook.dispatch.EndpointSecrets;
import dev.agentmailbox.service.webhook.dispatch.WebhookDispatcher;

/**
 * A whole mailbox service inside this process: inboxes that receive, are read and searched, and
 * send through the release step.
 *
 * <pre>{@code
 * try (Mailbox mailbox = Mailbox.inMemory()) {
 *   Agent agent = mailbox.agent();
 *   Inbox inbox = agent.createInbox("support-desk");
 *   agent.deliver("customer@example.com", inbox, "Hello", "Where is my order?");
 *   Message message = agent.messages(inbox).get(0);
 *   agent.reply(message, "On its way.");
 * }
 * }</pre>
 *
 * <p>{@link Agent} is the short way for the main things; the operations behind it take any caller
 * and give everything. Thread safe. Several mailboxes can live in one process.
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
  private final Search search;
  private final Sends sends;
  private final Drafts drafts;
  private final EventFeed events;
  private final UsageReports usage;
  private final Policies policies;
  private final ListEntries lists;
  private final Approvals approvals;
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
  private final FirstPeople first;

  Mailbox(MailboxBuilder builder) {
    this.context =
        new MailboxContext(
            builder.store, new IdFactory(builder.clock), builder.clock, builder.settings);
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
    this.policies = new Policies(context);
    this.lists = new ListEntries(context, runner);
    this.approvals = new Approvals(context, runner, decisions, outbox);
    this.pauses = new Pauses(context, runner, outbox);
    this.heldMail = new HeldMail(context, runner);
    this.metrics = new Metrics(context);
    this.apiKeys = new ApiKeys(context, runner);
    this.operators = new Operators(context);
    this.mailer = new HumanMailer(context, transport, builder.codeWatcher, builder.appUrl);
    this.members = new Members(context, runner);
    Codes codes = builder.codes();
    this.sessions = new Sessions(context, builder.stepUp);
    this.stepUp = new StepUp(context, runner, codes, mailer, sessions);
    EndpointSecrets seals = new EndpointSecrets(builder.vault);
    WebhookDispatcher dispatcher =
        new WebhookDispatcher(context, builder.webhookTransport, seals, builder.webhookLimits);
    this.webhooks = new Webhooks(context, runner, dispatcher, builder.webhookAddresses(), seals);
    this.background =
        new Background(
            outbox,
            Background.maintenance(context, transport, decisions, builder.appUrl),
            dispatcher,
            dailyCalls,
            new EventStream(context));
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
    Accounts.FirstStart start = accounts.ensureFirst(builder.organizationName(), builder.plan);
    this.first =
        new FirstPeople(start, members.ensureOwner(start.organization().id(), builder.ownerEmail));
  }

  /** A mailbox that keeps everything in memory and captures what it sends. Already started. */
  public static Mailbox inMemory() {
    return builder().build().start();
  }

  /** A mailbox of your own making. */
  public static MailboxBuilder builder() {
    return new MailboxBuilder();
  }

  /** Begins to hand accepted mail over, on threads of its own; they end with {@link #close}. */
  public Mailbox start() {
    background.start();
    return this;
  }

  /** The embedding process as a caller: the whole first organization, every permission. */
  public Caller owner() {
    return first.embedder();
  }

  /**
   * A human as a caller: the owner of the first organization, just verified, and operator of the
   * platform. For what only a human may do, such as approving a send in the test of an agent.
   *
   * <p>The code that runs this process can act as anyone in it; a service that lets humans in from
   * outside asks {@link #sessions} who they are instead.
   */
  public Caller.Human human() {
    return first.human();
  }

  /**
   * As {@link #human}, where the mail to {@code postmaster@} and {@code abuse@} is: {@link
   * Postmaster}. {@link #owner} does not see that mail.
   */
  public Caller.Human postmaster() {
    return first.postmaster();
  }

  /** The human made at the first start, or found. */
  public Human firstOwner() {
    return first.owner();
  }

  /** The short way to the main things, as {@link #owner}. */
  public Agent agent() {
    return new Agent(this, owner());
  }

  /** Takes mail in; for what speaks to senders. */
  public MailReceiver receiver() {
    return intake;
  }

  /** What was made at the first start, or found. */
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

  /** How programs that cannot hold a key get access. */
  public OAuthServices oauth() {
    return oauth;
  }

  /** How agents and people who are not known yet get in. */
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

  public Pauses pauses() {
    return pauses;
  }

  public HeldMail heldMail() {
    return heldMail;
  }

  /** What time asks for, for a test that does it when it wants: {@code maintenance().runDue()}. */
  public MaintenanceScheduler maintenance() {
    return background.maintenance();
  }

  public Metrics metrics() {
    return metrics;
  }

  /** Events as they happen. */
  public EventStream stream() {
    return background.stream();
  }

  public Webhooks webhooks() {
    return webhooks;
  }

  /** Whether the master key is the one that secrets were sealed with. */
  public MasterKeyCheck masterKey() {
    return masterKey;
  }

  /** Delivers to webhooks, for a test that delivers when it wants: {@code runDue()}. */
  public WebhookDispatcher webhookDispatcher() {
    return background.dispatcher();
  }

  /** The outbox, for a test that hands over when it wants: {@code outbox().runDue()}. */
  public Outbox outbox() {
    return background.outbox();
  }

  /** Finishes what is being handed over, then closes transport and store. */
  @Override
  public void close() {
    background.close();
    mailer.close();
    transport.close();
    context.store().close();
  }
}
