package dev.agentmailbox.server.config;

import dev.agentmailbox.http.limit.Rates;
import dev.agentmailbox.http.server.connection.HttpLimits;
import dev.agentmailbox.server.tls.TlsFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The HTTP interface.
 *
 * @param port 0 for any free one
 * @param connectionsPerAddress maximum concurrent connections; trusted proxies are exempt
 * @param tls empty for plain HTTP
 * @param metricsPort separate port for metrics; empty to serve them to loopback on the HTTP port
 * @param trustedProxies addresses or ranges whose {@code X-Forwarded-For} is trusted
 * @param networkOperators a file of prefixes and their operators
 */
public record HttpConfig(
    String host,
    int port,
    int connectionsPerAddress,
    Optional<TlsFiles> tls,
    OptionalInt metricsPort,
    List<String> trustedProxies,
    Optional<Path> networkOperators,
    Rates rates) {
  private static final int DEFAULT_PORT = 8080;
  private static final int MAX_CONNECTIONS = 10_000;

  public HttpConfig {
    trustedProxies = List.copyOf(trustedProxies);
  }

  static HttpConfig read(SettingValues values) {
    int port = values.number(Setting.MAILBOX_HTTP_PORT, DEFAULT_PORT, 0, SettingValues.MAX_PORT);
    return new HttpConfig(
        values.text(Setting.MAILBOX_HTTP_HOST, "127.0.0.1"),
        port,
        values.number(
            Setting.MAILBOX_HTTP_CONNECTIONS_PER_ADDRESS,
            HttpLimits.DEFAULT_CONNECTIONS_PER_ADDRESS,
            1,
            MAX_CONNECTIONS),
        values.tls(Setting.MAILBOX_HTTP_TLS_CERTIFICATE, Setting.MAILBOX_HTTP_TLS_KEY),
        metricsPort(values, port),
        values.list(Setting.MAILBOX_TRUSTED_PROXIES),
        values.path(Setting.MAILBOX_NETWORK_OPERATORS),
        new Rates(
            values.amount(Setting.MAILBOX_RATE_PER_KEY, Rates.DEFAULT.perKey()),
            values.amount(Setting.MAILBOX_RATE_PER_ADDRESS, Rates.DEFAULT.perAddress())));
  }

  private static OptionalInt metricsPort(SettingValues values, int mainPort) {
    if (values.find(Setting.MAILBOX_METRICS_PORT).isEmpty()) {
      return OptionalInt.empty();
    }
    int port = values.number(Setting.MAILBOX_METRICS_PORT, 0, 0, SettingValues.MAX_PORT);
    if (port != 0 && port == mainPort) {
      throw SettingValues.bad(
          Setting.MAILBOX_METRICS_PORT,
          "must not be MAILBOX_HTTP_PORT; without it, metrics are on that port");
    }
    return OptionalInt.of(port);
  }
}
