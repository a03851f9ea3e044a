package dev.agentmailbox.server;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.http.BetaStatus;
import dev.agentmailbox.http.HttpSettings;
import dev.agentmailbox.http.MailboxHttp;
import dev.agentmailbox.http.api.Api;
import dev.agentmailbox.http.api.access.MailboxAuthenticator;
import dev.agentmailbox.http.api.common.AppOrigin;
import dev.agentmailbox.http.api.common.EventWaits;
import dev.agentmailbox.http.api.common.PublicUrls;
import dev.agentmailbox.http.limit.AddressRange;
import dev.agentmailbox.http.limit.NetworkOperators;
import dev.agentmailbox.http.live.LiveRoutes;
import dev.agentmailbox.http.mcp.ToolRows;
import dev.agentmailbox.http.server.connection.HttpLimits;
import dev.agentmailbox.http.token.SigningKeys;
import dev.agentmailbox.port.SettingStore;
import dev.agentmailbox.server.config.ConfigException;
import dev.agentmailbox.server.config.Secrets;
import dev.agentmailbox.server.config.ServerConfig;
import dev.agentmailbox.server.tls.ServerTls;
import dev.agentmailbox.service.work.QueueDepths;
import dev.agentmailbox.store.jdbc.content.FileProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** The HTTP interface with everything that it is made of. */
final class HttpWiring {
  private HttpWiring() {}

  /**
   * Builds it.
   *
   * @throws ConfigException a setting cannot be used
   * @throws IOException the certificate cannot be used; one line that names the setting
   */
  static MailboxHttp of(ServerConfig config, Mailbox mailbox, Secrets secrets, Clock clock)
      throws IOException {
    HttpSettings settings =
        new HttpSettings(
            config.http().host(),
            config.http().port(),
            config.service().baseUrl().toString(),
            config.service().docsUrl().toString(),
            config.service().name(),
            config.http().rates(),
            trustedProxies(config),
            HttpLimits.DEFAULT.withConnectionsPerAddress(config.http().connectionsPerAddress()));
    SigningKeys keys = SigningKeys.of(secrets.derive("page tokens, cursors and links"));
    EventWaits waits = new EventWaits(mailbox.stream());
    LiveRoutes live =
        new LiveRoutes(
            mailbox,
            keys,
            config.service().baseUrl().toString(),
            config.service().appUrl().toString());
    MailboxHttp.Builder builder = MailboxHttp.builder(settings);
    config.http().metricsPort().ifPresent(builder::metricsPort);
    if (config.http().tls().isPresent()) {
      builder.tls(ServerTls.context(config.http().tls().get(), clock));
    }
    return builder
        .appUrl(config.service().appUrl().toString())
        .authenticator(
            new MailboxAuthenticator(mailbox, AppOrigin.of(config.service().appUrl().toString())))
        .quota(mailbox.dailyCalls()::take)
        .operations(
            Api.rows(
                mailbox, keys, config.service().baseUrl().toString(), publicUrls(config), waits))
        .beta(() -> beta(config, mailbox))
        .storeAnswers(() -> storeAnswers(mailbox))
        .storeState(mailbox.context().store()::state)
        .queues(() -> QueueDepths.of(mailbox.context().store()))
        .tools(new ToolRows(mailbox, keys, waits).rows())
        .onStop(waits::close)
        .operations(live.rows())
        .onStop(live::close)
        .clock(clock)
        .ids(mailbox.context().ids())
        .build();
  }

  /** One small read; throws when the store is unavailable. */
  private static boolean storeAnswers(Mailbox mailbox) {
    return mailbox.context().read(tx -> tx.settings().get(SettingStore.SENDING_PAUSED)) != null;
  }

  private static PublicUrls publicUrls(ServerConfig config) {
    return new PublicUrls(
        config.service().appUrl().toString(),
        config.service().docsUrl().toString(),
        networkOperators(config));
  }

  private static BetaStatus beta(ServerConfig config, Mailbox mailbox) {
    return BetaStatus.of(
        mailbox.signUps().modes().status(),
        config.service().appUrl() + "/waitlist",
        config.service().docsUrl().toString());
  }

  private static NetworkOperators networkOperators(ServerConfig config) {
    Optional<Path> file = config.http().networkOperators();
    if (file.isEmpty()) {
      return NetworkOperators.NONE;
    }
    try {
      return NetworkOperators.of(Files.readAllLines(file.get()));
    } catch (IOException e) {
      throw new ConfigException("MAILBOX_NETWORK_OPERATORS: " + FileProblem.words(e));
    } catch (IllegalArgumentException e) {
      throw new ConfigException("MAILBOX_NETWORK_OPERATORS: " + e.getMessage());
    }
  }

  private static List<AddressRange> trustedProxies(ServerConfig config) {
    return ranges("MAILBOX_TRUSTED_PROXIES", config.http().trustedProxies());
  }

  static List<AddressRange> ranges(String setting, List<String> texts) {
    try {
      return texts.stream().map(AddressRange::parse).toList();
    } catch (IllegalArgumentException e) {
      throw new ConfigException(
          setting + " must be IP addresses or CIDR blocks, separated by commas");
    }
  }
}
