package dev.agentmailbox.server.process;

import dev.agentmailbox.access.Vault;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.server.config.ConfigException;
import dev.agentmailbox.server.config.DeliveryConfig;
import dev.agentmailbox.server.config.ServerConfig;
import dev.agentmailbox.server.delivery.AccessTokens;
import dev.agentmailbox.server.delivery.MxTransport;
import dev.agentmailbox.server.delivery.RelayUrl;
import dev.agentmailbox.server.delivery.SmtpClientSettings;
import dev.agentmailbox.server.delivery.SmtpTransport;
import dev.agentmailbox.server.delivery.SourceAddresses;
import dev.agentmailbox.server.dkim.DkimKey;
import dev.agentmailbox.server.dkim.DkimKeys;
import dev.agentmailbox.server.dkim.DkimSigner;
import dev.agentmailbox.server.dkim.SigningTransport;
import dev.agentmailbox.server.doctor.Sender;
import dev.agentmailbox.server.net.AddressGuard;
import dev.agentmailbox.server.oauth.FetchedTokens;
import dev.agentmailbox.server.oauth.RefreshToken;
import dev.agentmailbox.server.oauth.TokenGrant;
import dev.agentmailbox.service.sending.outbox.OutboxLimits;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.function.Function;

/**
 * The outbound transport and the DKIM keys.
 *
 * @param selectors of the DKIM keys
 */
public record OutboundTransport(MailTransport transport, List<String> selectors) {
  /**
   * With at most two concurrent messages per domain, sixteen domains must be slow before others
   * wait.
   */
  private static final int DIRECT_WORKERS = 32;

  /**
   * Creates the transport.
   *
   * @param store keeps the renewed refresh token of a relay, sealed by the vault
   * @throws ConfigException a setting cannot be used
   * @throws IOException the keys cannot be read
   */
  public static OutboundTransport of(
      ServerConfig config, MailboxStore store, Vault vault, Clock clock) throws IOException {
    RelayUrl url = url(config);
    if (url instanceof RelayUrl.Capture) {
      CapturingTransport keeping =
          new CapturingTransport(
              CapturingTransport.Kind.KEEPING, CapturingTransport.DEFAULT_CAPACITY);
      return new OutboundTransport(keeping, List.of());
    }
    List<DkimKey> keys = keys(config);
    DeliveryConfig delivery = config.delivery();
    SourceAddresses sources = sources(delivery);
    MailTransport transport =
        url instanceof RelayUrl.Direct direct
            ? MxTransport.of(direct, delivery.helloName(), sources, clock)
            : relay(
                (RelayUrl.Relay) url,
                delivery,
                sources,
                grant -> new FetchedTokens(grant, RefreshToken.of(store, vault, grant), clock));
    return new OutboundTransport(
        keys.isEmpty()
            ? transport
            : new SigningTransport(
                transport, new DkimSigner(keys, config.service().domains()), clock),
        keys.stream().map(DkimKey::selector).toList());
  }

  private static MailTransport relay(
      RelayUrl.Relay url,
      DeliveryConfig delivery,
      SourceAddresses sources,
      Function<TokenGrant, AccessTokens> tokens) {
    SmtpClientSettings settings = SmtpClientSettings.usual(delivery.helloName());
    return delivery
        .oauth()
        .map(grant -> new SmtpTransport(url, settings, sources, tokens.apply(grant)))
        .orElseGet(() -> new SmtpTransport(url, settings, sources));
  }

  /** A token is as good as a password, so the relay must be the right one. */
  private static RelayUrl checked(RelayUrl url, boolean oauth) {
    boolean userOnly = url instanceof RelayUrl.Relay relay && relay.hasUserOnly();
    if (oauth && !userOnly) {
      throw new ConfigException(
          "MAILBOX_RELAY_URL must have a user and no password with MAILBOX_RELAY_OAUTH_TOKEN_URL");
    }
    if (userOnly && !oauth) {
      throw new ConfigException(
          "MAILBOX_RELAY_URL: the relay URL needs a password, or set MAILBOX_RELAY_OAUTH_TOKEN_URL");
    }
    if (oauth && !((RelayUrl.Relay) url).isVerified()) {
      throw new ConfigException(
          "MAILBOX_RELAY_URL must be smtps:// or end with ?tls=required with"
              + " MAILBOX_RELAY_OAUTH_TOKEN_URL");
    }
    return url;
  }

  /** Whether mail is captured instead of sent. */
  public static boolean isKept(ServerConfig config) {
    return url(config) instanceof RelayUrl.Capture;
  }

  /** Whether mail goes to the recipients' own servers. */
  public static boolean isDirect(ServerConfig config) {
    return url(config) instanceof RelayUrl.Direct;
  }

  /** Whether delivery may connect to private addresses. */
  public static boolean isLocalAllowed(ServerConfig config) {
    return url(config) instanceof RelayUrl.Direct direct && direct.guard() == AddressGuard.ANYWHERE;
  }

  /** The DKIM keys; empty when there are none. */
  public static List<DkimKey> keys(ServerConfig config) throws IOException {
    DeliveryConfig delivery = config.delivery();
    List<DkimKey> keys = new DkimKeys(config.store().directory(), delivery.selector()).load();
    if (keys.isEmpty() && delivery.dkimSelector().isPresent()) {
      throw new ConfigException(
          "MAILBOX_DKIM_SELECTOR: there are no keys for this selector; create them with dkim-keys");
    }
    return keys;
  }

  /**
   * Where mail goes.
   *
   * @throws ConfigException the URL cannot be used
   */
  public static RelayUrl url(ServerConfig config) {
    try {
      return checked(
          RelayUrl.parse(config.delivery().relayUrl()), config.delivery().oauth().isPresent());
    } catch (IllegalArgumentException e) {
      throw new ConfigException("MAILBOX_RELAY_URL: " + e.getMessage());
    }
  }

  /** Those of the outbox in front of this transport. */
  public OutboxLimits limits() {
    OutboxLimits usual = OutboxLimits.DEFAULT;
    return transport.isFinalDelivery()
        ? new OutboxLimits(DIRECT_WORKERS, usual.lease(), usual.sweep(), usual.stop())
        : usual;
  }

  /**
   * The sender that the DNS records describe.
   *
   * @param domains those with records
   */
  public static Sender sender(ServerConfig config, List<String> domains, List<DkimKey> keys) {
    return new Sender(
        config.delivery().helloName(),
        sources(config.delivery()).all(),
        url(config) instanceof RelayUrl.Relay ? Sender.Way.RELAY : Sender.Way.DIRECT,
        domains,
        keys);
  }

  private static SourceAddresses sources(DeliveryConfig delivery) {
    try {
      return SourceAddresses.parse(delivery.sourceAddresses());
    } catch (IllegalArgumentException e) {
      throw new ConfigException("MAILBOX_DELIVERY_SOURCE_ADDRESS " + e.getMessage());
    }
  }
}
