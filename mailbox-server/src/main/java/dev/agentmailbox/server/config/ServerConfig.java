package dev.agentmailbox.server.config;

import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.account.Plan;
import dev.agentmailbox.server.smtp.TlsFiles;
import dev.agentmailbox.store.jdbc.postgres.PostgresUrl;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Everything that can be set, with its default where nothing was. The names stand in the README's
 * table. {@code toString} names no secret.
 *
 * @param httpConnectionsPerAddress at once; more are refused, trusted proxies are not counted
 * @param metricsPort for the counters alone; empty to show them to this machine on the HTTP port
 * @param smtpConnectionsPerAddress at once; more are answered 421
 * @param authentication whether SPF, DKIM and DMARC of inbound mail are checked
 * @param dnsServers empty for those of the operating system
 * @param feedbackSources domains of feedback loops, lower case
 * @param diskReserveBytes free space below which nothing more is taken in; 0 for none
 * @param content where raw messages are when there is a database URL
 * @param relayUrl {@code capture:}, {@code smtp://…}, {@code smtps://…} or {@code mx:}
 * @param baseUrl without {@code /v0} and without a slash at the end
 * @param bootstrapKey the first key; empty to make one
 * @param masterKey base64 of 32 bytes; empty to use the data directory's
 * @param networkOperators a file of prefixes and who runs them
 * @param ratePerKey requests a minute; 0 for no limit
 * @param ratePerAddress requests a minute without a key; 0 for no limit
 */
public record ServerConfig(
    String httpHost,
    int httpPort,
    int httpConnectionsPerAddress,
    OptionalInt metricsPort,
    String smtpHost,
    int smtpPort,
    int smtpConnectionsPerAddress,
    Optional<TlsFiles> smtpTls,
    boolean authentication,
    List<InetSocketAddress> dnsServers,
    List<String> feedbackSources,
    ScreeningConfig screening,
    Path dataDirectory,
    long diskReserveBytes,
    Optional<PostgresUrl> databaseUrl,
    ContentPlace content,
    List<String> domains,
    String relayUrl,
    DeliveryConfig delivery,
    URI baseUrl,
    URI appUrl,
    URI docsUrl,
    String serviceName,
    String invitePrefix,
    String ownerEmail,
    Optional<KeySecret> bootstrapKey,
    String signUpMode,
    Optional<String> masterKey,
    List<String> trustedProxies,
    Optional<Path> networkOperators,
    Plan plan,
    int ratePerKey,
    int ratePerAddress,
    int stepUpSeconds,
    boolean webhookAllowLocal) {

  /** Names the data directory only. */
  @Override
  public String toString() {
    return "ServerConfig[" + dataDirectory + "]";
  }
}
