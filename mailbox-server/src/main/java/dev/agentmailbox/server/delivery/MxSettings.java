package dev.agentmailbox.server.delivery;

import dev.agentmailbox.server.net.AddressGuard;
import java.time.Duration;

/**
 * Settings of direct delivery.
 *
 * @param port SMTP port of the servers
 * @param search time after which no further server of a domain is tried
 * @param perDomain concurrent messages per domain
 * @param perHost concurrent connections per host
 * @param guard which addresses may be connected to
 * @param sources local addresses of connections
 * @param client settings of each connection
 */
record MxSettings(
    int port,
    Duration search,
    int perDomain,
    int perHost,
    AddressGuard guard,
    SourceAddresses sources,
    SmtpClientSettings client) {
  static MxSettings usual(String helloName, AddressGuard guard, SourceAddresses sources) {
    SmtpClientSettings client =
        new SmtpClientSettings(
            helloName,
            Duration.ofSeconds(10),
            Duration.ofMinutes(1),
            Duration.ofMinutes(5),
            Duration.ofMinutes(10),
            Duration.ofSeconds(10),
            64,
            2);
    return new MxSettings(RelayUrl.SMTP_PORT, Duration.ofMinutes(2), 2, 4, guard, sources, client);
  }
}
