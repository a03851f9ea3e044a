package dev.agentmailbox;

import dev.agentmailbox.access.Vault;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.Plan;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.memory.CapturingWebhooks;
import dev.agentmailbox.memory.InMemoryStore;
import dev.agentmailbox.port.ApproverDirectory;
import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.MailboxSettings;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.Screening;
import dev.agentmailbox.port.SenderAuthentication;
import dev.agentmailbox.port.SpamEngine;
import dev.agentmailbox.port.access.ClientDocuments;
import dev.agentmailbox.port.access.CodeWatcher;
import dev.agentmailbox.port.access.PasskeyVerifier;
import dev.agentmailbox.port.event.WebhookTransport;
import dev.agentmailbox.service.access.Codes;
import dev.agentmailbox.service.account.SignUpSettings;
import dev.agentmailbox.service.intake.screening.ScreeningConfig;
import dev.agentmailbox.service.intake.screening.ScreeningOrder;
import dev.agentmailbox.service.intake.screening.TrustedUpstream;
import dev.agentmailbox.service.sending.outbox.OutboxLimits;
import dev.agentmailbox.service.webhook.dispatch.WebhookLimits;
import dev.agentmailbox.webhook.WebhookAddress;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Sets a {@link Mailbox} up. Everything has a default: an in-memory store, a transport that
 * captures outbound mail, the system clock. Not thread safe.
 */
public final class MailboxBuilder {
  MailboxStore store = new InMemoryStore();
  MailTransport transport = new CapturingTransport();
  SenderAuthentication authentication = SenderAuthentication.OFF;
  private TrustedUpstream upstream = TrustedUpstream.NOBODY;
  private SpamEngine spamEngine = SpamEngine.NONE;
  private @Nullable Screening screening;
  Clock clock = Clock.systemUTC();
  MailboxSettings settings = MailboxSettings.DEFAULT;
  OutboxLimits outboxLimits = OutboxLimits.DEFAULT;
  Plan plan = Plan.DEFAULT;
  private @Nullable String organizationName;
  String ownerEmail = "owner@localhost";
  Duration stepUp = Duration.ofMinutes(5);
  private byte[] codeKey = Codes.freshKey();
  CodeWatcher codeWatcher = CodeWatcher.NONE;
  WebhookTransport webhookTransport = new CapturingWebhooks();
  WebhookLimits webhookLimits = WebhookLimits.DEFAULT;
  private @Nullable WebhookAddress webhookAddresses;
  Vault vault = Vault.ofThisProcess();
  PasskeyVerifier passkeys = PasskeyVerifier.NONE;
  ClientDocuments clientDocuments = ClientDocuments.NONE;
  SignUpSettings signUp = SignUpSettings.DEFAULT;

  String appUrl = "http://localhost:8080/console";
  ApproverDirectory approvers = ApproverDirectory.NONE;

  MailboxBuilder() {}

  /** Where everything is kept; the mailbox closes it. */
  public MailboxBuilder store(MailboxStore value) {
    store = value;
    return this;
  }

  /** Where mail for other domains goes; the mailbox closes it. */
  public MailboxBuilder transport(MailTransport value) {
    transport = value;
    return this;
  }

  /** Checks that inbound mail comes from its author; checks nothing by default. */
  public MailboxBuilder authentication(SenderAuthentication value) {
    authentication = value;
    return this;
  }

  /** Relays in front of this service whose mark of spam is believed; none by default. */
  public MailboxBuilder upstream(TrustedUpstream value) {
    upstream = value;
    return this;
  }

  /** A spam filter to be asked; none by default. */
  public MailboxBuilder spamEngine(SpamEngine value) {
    spamEngine = value;
    return this;
  }

  /** What looks at inbound mail, in place of everything that does so by default. */
  public MailboxBuilder screening(Screening value) {
    screening = value;
    return this;
  }

  /** What time it is. */
  public MailboxBuilder clock(Clock value) {
    clock = value;
    return this;
  }

  /** Service name and mail domains. */
  public MailboxBuilder settings(MailboxSettings value) {
    settings = value;
    return this;
  }

  /** Threads and times of the hand-over. */
  public MailboxBuilder outbox(OutboxLimits value) {
    outboxLimits = value;
    return this;
  }

  /** The plan of the first organization, when it is made. */
  public MailboxBuilder plan(Plan value) {
    plan = value;
    return this;
  }

  /** The name of the first organization, when it is made. */
  public MailboxBuilder organizationName(String value) {
    organizationName = value;
    return this;
  }

  /** Where humans decide; for links in mails to them. */
  public MailboxBuilder appUrl(String value) {
    appUrl = value.endsWith("/") ? value.substring(0, value.length() - 1) : value;
    return this;
  }

  /** Who is told by mail that a send waits for a decision. */
  public MailboxBuilder approvers(ApproverDirectory value) {
    approvers = value;
    return this;
  }

  /** The first human, owner of the first organization and operator, when it is made. */
  public MailboxBuilder ownerEmail(String value) {
    if (!Human.isEmail(Human.normal(value))) {
      throw new IllegalArgumentException("the owner needs an e-mail address");
    }
    ownerEmail = value;
    return this;
  }

  /** How long a human counts as verified after signing in or a step-up. */
  public MailboxBuilder stepUp(Duration value) {
    stepUp = value;
    return this;
  }

  /**
   * The secret that sign-in codes and their limits are stored with. Without one, codes and limits
   * do not outlive the process.
   *
   * @param value 32 bytes or more
   */
  public MailboxBuilder codeKey(byte[] value) {
    codeKey = value.clone();
    return this;
  }

  /** Who is told every code that is mailed, for a service whose mail goes nowhere. */
  public MailboxBuilder codeWatcher(CodeWatcher value) {
    codeWatcher = value;
    return this;
  }

  /** What posts to webhooks; the mailbox closes it. */
  public MailboxBuilder webhooks(WebhookTransport value) {
    webhookTransport = value;
    return this;
  }

  /** Threads and times of webhook deliveries. */
  public MailboxBuilder webhookLimits(WebhookLimits value) {
    webhookLimits = value;
    return this;
  }

  /** Where webhooks may point; by default to public addresses outside the mail domains. */
  public MailboxBuilder webhookAddresses(WebhookAddress value) {
    webhookAddresses = value;
    return this;
  }

  /** Seals secrets that are stored; without one they do not outlive the process. */
  public MailboxBuilder vault(Vault value) {
    vault = value;
    return this;
  }

  /** What checks passkeys; without one nobody can have any. */
  public MailboxBuilder passkeys(PasskeyVerifier value) {
    passkeys = value;
    return this;
  }

  /** What reads the documents in which programs describe themselves; without one, none are read. */
  public MailboxBuilder clientDocuments(ClientDocuments value) {
    clientDocuments = value;
    return this;
  }

  /** How agents and people are let in. */
  public MailboxBuilder signUp(SignUpSettings value) {
    signUp = value;
    return this;
  }

  /** Opens the mailbox; nothing is handed over yet, see {@link Mailbox#start}. */
  public Mailbox build() {
    if (settings.isOurAddress(Human.normal(ownerEmail))) {
      throw new IllegalArgumentException(
          "the owner's address must not be in a domain of the service, whose mail agents read");
    }
    return new Mailbox(this);
  }

  Screening screening() {
    return screening == null
        ? ScreeningOrder.of(new ScreeningConfig(settings.domains(), upstream, spamEngine))
        : screening;
  }

  Codes codes() {
    return new Codes(codeKey);
  }

  WebhookAddress webhookAddresses() {
    return webhookAddresses == null
        ? WebhookAddress.publicOnly(settings.domains())
        : webhookAddresses;
  }

  String organizationName() {
    return organizationName == null ? settings.serviceName() : organizationName;
  }
}
