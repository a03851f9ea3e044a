package dev.agentmailbox;

import dev.agentmailbox.access.Vault;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.Plan;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.memory.CapturingWebhooks;
import dev.agentmailbox.memory.InMemoryStore;
import dev.agentmailbox.port.ApproverDirectory;
import dev.agentmailbox.port.InstructionDetector;
import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.MailboxSettings;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.Screening;
import dev.agentmailbox.port.SenderAuthentication;
import dev.agentmailbox.port.SpamEngine;
import dev.agentmailbox.port.access.ClientDocuments;
import dev.agentmailbox.port.access.CodeWatcher;
import dev.agentmailbox.port.access.PasskeyVerifier;
import dev.agentmailbox.port.access.PushService;
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
 * Configures a {@link Mailbox}. Everything has a default: an in-memory store, a transport that
 * captures outbound mail, the system clock. Not thread safe.
 */
public final class MailboxBuilder {
  private @Nullable MailboxStore store;
  MailTransport transport = new CapturingTransport();
  SenderAuthentication authentication = SenderAuthentication.OFF;
  private TrustedUpstream upstream = TrustedUpstream.NOBODY;
  private SpamEngine spamEngine = SpamEngine.NONE;
  private InstructionDetector instructionDetector = InstructionDetector.NONE;
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
  PushService push = PushService.NONE;
  ClientDocuments clientDocuments = ClientDocuments.NONE;
  SignUpSettings signUp = SignUpSettings.DEFAULT;

  String appUrl = "http://localhost:8080/console";
  ApproverDirectory approvers = ApproverDirectory.NONE;

  MailboxBuilder() {}

  /** The store; the mailbox closes it. */
  public MailboxBuilder store(MailboxStore value) {
    store = value;
    return this;
  }

  /** The given store, or a new one in memory. */
  MailboxStore storeOrNew() {
    return store != null ? store : new InMemoryStore();
  }

  /** The transport for mail to other domains; the mailbox closes it. */
  public MailboxBuilder transport(MailTransport value) {
    transport = value;
    return this;
  }

  /** Sender authentication of inbound mail; disabled by default. */
  public MailboxBuilder authentication(SenderAuthentication value) {
    authentication = value;
    return this;
  }

  /** Upstream relays whose spam headers are trusted; none by default. */
  public MailboxBuilder upstream(TrustedUpstream value) {
    upstream = value;
    return this;
  }

  /** An external spam filter; none by default. */
  public MailboxBuilder spamEngine(SpamEngine value) {
    spamEngine = value;
    return this;
  }

  /** Asked about received mail in which the built-in rules find no instructions to a model. */
  public MailboxBuilder instructionDetector(InstructionDetector value) {
    instructionDetector = value;
    return this;
  }

  /** Replaces the default content checks on inbound mail. */
  public MailboxBuilder screening(Screening value) {
    screening = value;
    return this;
  }

  /** The clock. */
  public MailboxBuilder clock(Clock value) {
    clock = value;
    return this;
  }

  /** Service name and mail domains. */
  public MailboxBuilder settings(MailboxSettings value) {
    settings = value;
    return this;
  }

  /** Thread counts and timing of the outbox. */
  public MailboxBuilder outbox(OutboxLimits value) {
    outboxLimits = value;
    return this;
  }

  /** The plan of the first organization, if it is created. */
  public MailboxBuilder plan(Plan value) {
    plan = value;
    return this;
  }

  /** The name of the first organization, if it is created. */
  public MailboxBuilder organizationName(String value) {
    organizationName = value;
    return this;
  }

  /** Base URL of the console, for links in mail to humans. */
  public MailboxBuilder appUrl(String value) {
    appUrl = value.endsWith("/") ? value.substring(0, value.length() - 1) : value;
    return this;
  }

  /** The humans notified by mail when a send waits for approval. */
  public MailboxBuilder approvers(ApproverDirectory value) {
    approvers = value;
    return this;
  }

  /** Email address of the first organization's owner and platform operator, if created. */
  public MailboxBuilder ownerEmail(String value) {
    if (!Human.isEmail(Human.normal(value))) {
      throw new IllegalArgumentException("ownerEmail must be an email address");
    }
    ownerEmail = value;
    return this;
  }

  /** How long a step-up or sign-in counts as recent. */
  public MailboxBuilder stepUp(Duration value) {
    stepUp = value;
    return this;
  }

  /**
   * The key for the keyed hashes of sign-in codes and their rate limits. Without one, codes and
   * limits do not survive the process.
   *
   * @param value at least 32 bytes
   */
  public MailboxBuilder codeKey(byte[] value) {
    codeKey = value.clone();
    return this;
  }

  /** Observes every mailed code, for a service without outbound mail. */
  public MailboxBuilder codeWatcher(CodeWatcher value) {
    codeWatcher = value;
    return this;
  }

  /** The webhook transport; the mailbox closes it. */
  public MailboxBuilder webhooks(WebhookTransport value) {
    webhookTransport = value;
    return this;
  }

  /** Thread counts and timing of webhook deliveries. */
  public MailboxBuilder webhookLimits(WebhookLimits value) {
    webhookLimits = value;
    return this;
  }

  /** The allowed webhook targets; by default public addresses outside the mail domains. */
  public MailboxBuilder webhookAddresses(WebhookAddress value) {
    webhookAddresses = value;
    return this;
  }

  /** Seals stored secrets; without one they do not survive the process. */
  public MailboxBuilder vault(Vault value) {
    vault = value;
    return this;
  }

  /** Verifies passkeys; without one passkeys are disabled. */
  public MailboxBuilder passkeys(PasskeyVerifier value) {
    passkeys = value;
    return this;
  }

  /** Shows notices in browsers; without one, people are notified by mail only. */
  public MailboxBuilder push(PushService value) {
    push = value;
    return this;
  }

  /** Fetches client ID metadata documents; without one, clients must register. */
  public MailboxBuilder clientDocuments(ClientDocuments value) {
    clientDocuments = value;
    return this;
  }

  /** Sign-up settings. */
  public MailboxBuilder signUp(SignUpSettings value) {
    signUp = value;
    return this;
  }

  /** Opens the mailbox; background work begins with {@link Mailbox#start}. */
  public Mailbox build() {
    if (settings.isOurAddress(Human.normal(ownerEmail))) {
      throw new IllegalArgumentException(
          "the owner's address must not be in a domain of the service because agents can read its"
              + " mail");
    }
    return new Mailbox(this);
  }

  Screening screening() {
    return screening == null
        ? ScreeningOrder.of(
            new ScreeningConfig(settings.domains(), upstream, spamEngine, instructionDetector))
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
