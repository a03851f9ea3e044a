package dev.agentmailbox.server;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.access.Vault;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.http.MailboxHttp;
import dev.agentmailbox.http.api.Api;
import dev.agentmailbox.http.api.common.AppOrigin;
import dev.agentmailbox.http.limit.AddressRange;
import dev.agentmailbox.http.passkey.WebAuthnPasskeys;
import dev.agentmailbox.port.InstructionDetector;
import dev.agentmailbox.port.MailboxSettings;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.SenderAuthentication;
import dev.agentmailbox.port.SpamEngine;
import dev.agentmailbox.port.access.CodeWatcher;
import dev.agentmailbox.port.access.PushService;
import dev.agentmailbox.port.event.WebhookTransport;
import dev.agentmailbox.server.authentication.MailAuthentication;
import dev.agentmailbox.server.command.BackupCommand;
import dev.agentmailbox.server.config.IntakeConfig;
import dev.agentmailbox.server.config.Secrets;
import dev.agentmailbox.server.config.ServerConfig;
import dev.agentmailbox.server.dns.Dns;
import dev.agentmailbox.server.net.AddressGuard;
import dev.agentmailbox.server.net.OutgoingHttp;
import dev.agentmailbox.server.net.PublicSuffixes;
import dev.agentmailbox.server.process.ControlSocket;
import dev.agentmailbox.server.process.DiskReserve;
import dev.agentmailbox.server.process.MasterKeys;
import dev.agentmailbox.server.process.OutboundTransport;
import dev.agentmailbox.server.process.ReservingStore;
import dev.agentmailbox.server.process.StoreFactory;
import dev.agentmailbox.server.push.WebPush;
import dev.agentmailbox.server.smtp.SmtpListener;
import dev.agentmailbox.server.smtp.SmtpSettings;
import dev.agentmailbox.server.spam.HttpDetector;
import dev.agentmailbox.server.spam.Rspamd;
import dev.agentmailbox.server.webhook.HttpClientDocuments;
import dev.agentmailbox.server.webhook.HttpWebhooks;
import dev.agentmailbox.service.account.Members;
import dev.agentmailbox.service.account.SignUpSettings;
import dev.agentmailbox.service.intake.screening.TrustedUpstream;
import dev.agentmailbox.store.h2.H2Store;
import dev.agentmailbox.webhook.WebhookAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running server: creates and connects all parts. Listeners open last and close first.
 *
 * <p>Thread safe.
 */
final class Wiring implements AutoCloseable {
  /** Named for who looks for a code in the log. */
  private static final Logger CODES = LoggerFactory.getLogger("codes");

  private static final Logger LOG = LoggerFactory.getLogger(Wiring.class);

  /** Grace period for running requests and transactions on stop. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final Mailbox mailbox;
  private final SmtpListener smtp;
  private final MailboxHttp http;
  private final List<String> selectors;
  private final Optional<String> firstLink;
  private final Optional<KeySecret> newKey;
  private final Optional<ControlSocket> control;
  private final DiskReserve reserve;

  private Wiring(
      Optional<ControlSocket> control,
      DiskReserve reserve,
      Mailbox mailbox,
      SmtpListener smtp,
      MailboxHttp http,
      List<String> selectors,
      Optional<String> firstLink,
      Optional<KeySecret> newKey) {
    this.control = control;
    this.reserve = reserve;
    this.selectors = selectors;
    this.mailbox = mailbox;
    this.smtp = smtp;
    this.http = http;
    this.firstLink = firstLink;
    this.newKey = newKey;
  }

  /**
   * Starts everything.
   *
   * @throws dev.agentmailbox.server.config.ConfigException a setting cannot be used
   * @throws IOException the data directory or a port is unavailable
   */
  static Wiring start(ServerConfig config) throws IOException {
    return start(config, Clock.systemUTC());
  }

  /** As {@link #start(ServerConfig)}, with a given clock. */
  static Wiring start(ServerConfig config, Clock local) throws IOException {
    StoreFactory.Opened opened = StoreFactory.open(config, local);
    MailboxStore store = opened.store();
    DiskReserve reserve = new DiskReserve(config.store().diskReserveBytes(), space(config)).start();
    Clock clock = opened.clock();
    boolean started = false;
    MailboxHttp http = null;
    SmtpListener smtp = null;
    try {
      Secrets secrets = MasterKeys.open(config, store);
      Vault vault = MasterKeys.vault(secrets);
      OutboundTransport out = OutboundTransport.of(config, store, vault, clock);
      OutgoingHttp web = web(config);
      WebhookTransport webhooks =
          new HttpWebhooks(web, clock, config.service().appUrl().toString());
      KeySecret firstKey =
          config.accounts().bootstrapKey().orElseGet(() -> KeySecret.generate(new SecureRandom()));
      Mailbox mailbox =
          Mailbox.builder()
              .store(new ReservingStore(store, reserve))
              .transport(out.transport())
              .outbox(out.limits())
              .clock(clock)
              .settings(
                  new MailboxSettings(
                      config.service().name(),
                      config.service().domains(),
                      config.intake().feedbackSources(),
                      new PublicSuffixes(),
                      config.accounts().auditHeadsTo().orElse(null),
                      catchAll(config).orElse(null)))
              .plan(config.accounts().plan())
              .appUrl(config.service().appUrl().toString())
              .approvers(Members::approvers)
              .ownerEmail(config.accounts().ownerEmail())
              .stepUp(config.accounts().stepUp())
              .codeKey(secrets.derive("sign-in codes"))
              .codeWatcher(codeWatcher(config))
              .authentication(authentication(config, clock))
              .upstream(relays(config))
              .spamEngine(spamEngine(config, clock))
              .instructionDetector(detector(config, clock))
              .passkeys(
                  new WebAuthnPasskeys(AppOrigin.of(config.service().appUrl().toString()).text()))
              .signUp(signUp(config))
              .vault(vault)
              .webhooks(webhooks)
              .push(push(config, store, vault, webhooks, clock))
              .clientDocuments(new HttpClientDocuments(web))
              .webhookAddresses(webhookAddresses(config))
              .build();
      MasterKeys.check(mailbox);
      if (!mailbox.firstOwner().email().equals(Human.normal(config.accounts().ownerEmail()))) {
        LOG.info("MAILBOX_OWNER_EMAIL is used at the first start only; an owner already exists");
      }
      if (mailbox.context().settings().isOurAddress(mailbox.firstOwner().email())) {
        LOG.warn(
            "the first owner's address is in a domain of MAILBOX_DOMAIN: no codes are mailed to it,"
                + " so that owner can sign in only with a passkey");
      }
      // Both ports are bound before anything is created, or a failed start would lose a new key.
      http = HttpWiring.of(config, mailbox, secrets, clock);
      Listening.bind(http, config);
      SmtpSettings settings = config.smtp().settings(config.delivery().helloName());
      smtp = Listening.bind(config, () -> SmtpListener.bind(settings, mailbox.receiver(), clock));
      boolean made = mailbox.accounts().ensureFirstKey(firstKey);
      if (config.accounts().bootstrapKey().isPresent() && !mailbox.accounts().knows(firstKey)) {
        LOG.info("MAILBOX_BOOTSTRAP_API_KEY is used at the first start only; a key already exists");
      }
      Optional<String> link =
          made
              ? Optional.of(
                  Api.firstLink(config.service().baseUrl().toString(), mailbox.firstLink().make()))
              : Optional.empty();
      boolean showKey = made && config.accounts().bootstrapKey().isEmpty();
      mailbox.start();
      config.intake().catchAll().ifPresent(mailbox.agent()::openInbox);
      // SMTP before HTTP: health responds 200 only when both are served.
      smtp.open();
      http.start();
      started = true;
      return new Wiring(
          control(config, store),
          reserve,
          mailbox,
          smtp,
          http,
          out.selectors(),
          link,
          showKey ? Optional.of(firstKey) : Optional.empty());
    } catch (UncheckedIOException e) {
      throw new IOException(e.getMessage(), e);
    } finally {
      if (!started) {
        closeListeners(http, smtp);
        reserve.close();
        store.close();
      }
    }
  }

  /** The first domain is that of inboxes that are made without one. */
  private static Optional<String> catchAll(ServerConfig config) {
    return config.intake().catchAll().map(name -> name + '@' + config.service().domains().get(0));
  }

  /** The mailbox that it serves. */
  Mailbox mailbox() {
    return mailbox;
  }

  private static void closeListeners(@Nullable MailboxHttp http, @Nullable SmtpListener smtp) {
    if (smtp != null) {
      smtp.close();
    }
    if (http != null) {
      http.stop(Duration.ZERO);
    }
  }

  /** Backups are made of data directories only; databases have their own tools. */
  private static Optional<ControlSocket> control(ServerConfig config, MailboxStore store) {
    return store instanceof H2Store h2
        ? ControlSocket.open(config.store().directory(), BackupCommand.handler(h2))
        : Optional.empty();
  }

  /** With capture: there is no other way to read a code. */
  private static CodeWatcher codeWatcher(ServerConfig config) {
    return OutboundTransport.isKept(config)
        ? (purpose, email, code) -> CODES.info("{} code for {}: {}", purpose, email, code)
        : CodeWatcher.NONE;
  }

  private static SenderAuthentication authentication(ServerConfig config, Clock clock) {
    return config.intake().authentication()
        ? MailAuthentication.asking(config.network().dnsServers(), clock)
        : SenderAuthentication.OFF;
  }

  /** State of the disk with all data, or at least with new writes. */
  private static DiskReserve.Space space(ServerConfig config) {
    return () -> Files.getFileStore(config.store().directory()).getUsableSpace();
  }

  private static SignUpSettings signUp(ServerConfig config) {
    return new SignUpSettings(config.accounts().invitePrefix(), config.accounts().signUpMode());
  }

  /** For URLs chosen by callers; closed with the webhooks. */
  private static OutgoingHttp web(ServerConfig config) {
    return config.network().webhookAllowLocal()
        ? OutgoingHttp.toAnywhere()
        : OutgoingHttp.to(AddressGuard.PUBLIC_ONLY, Dns.at(config.network().dnsServers()));
  }

  /** The service's own domains and all their subdomains are forbidden. */
  private static PushService push(
      ServerConfig config, MailboxStore store, Vault vault, WebhookTransport http, Clock clock) {
    String contact = "mailto:postmaster@" + config.service().domains().get(0);
    return new WebPush(store, vault, http, webhookAddresses(config), contact, clock);
  }

  private static WebhookAddress webhookAddresses(ServerConfig config) {
    if (config.network().webhookAllowLocal()) {
      return WebhookAddress.everything();
    }
    List<String> own = new ArrayList<>(config.service().domains());
    for (URI url :
        List.of(
            config.service().baseUrl(), config.service().appUrl(), config.service().docsUrl())) {
      own.add(url.getHost());
    }
    return WebhookAddress.publicOnly(own);
  }

  private static TrustedUpstream relays(ServerConfig config) {
    List<AddressRange> relays =
        HttpWiring.ranges("MAILBOX_TRUSTED_RELAYS", config.intake().trustedRelays());
    return address -> relays.stream().anyMatch(range -> range.contains(address));
  }

  private static SpamEngine spamEngine(ServerConfig config, Clock clock) {
    Optional<SpamEngine> rspamd = config.intake().rspamd().map(url -> Rspamd.at(url, clock));
    return rspamd.orElse(SpamEngine.NONE);
  }

  private static InstructionDetector detector(ServerConfig config, Clock clock) {
    IntakeConfig intake = config.intake();
    Optional<InstructionDetector> detector =
        intake.detector().map(url -> HttpDetector.at(url, intake.heldWithoutDetector(), clock));
    return detector.orElse(InstructionDetector.NONE);
  }

  int httpPort() {
    return http.port();
  }

  int smtpPort() {
    return smtp.port();
  }

  /** Selectors of the DKIM keys. */
  List<String> selectors() {
    return selectors;
  }

  /** The single-use sign-in link of the owner, created at the first start only; a secret. */
  Optional<String> firstLink() {
    return firstLink;
  }

  /** The API key created at this start, to be shown once; empty when there was one already. */
  Optional<KeySecret> newKey() {
    return newKey;
  }

  /** Refuses new work, completes accepted work, closes the store. */
  @Override
  public void close() {
    control.ifPresent(ControlSocket::close);
    Thread smtpStop = new Thread(() -> smtp.stop(PATIENCE), "smtp-stop");
    smtpStop.start();
    http.stop(PATIENCE);
    try {
      smtpStop.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    reserve.close();
    mailbox.close();
  }
}
