package dev.agentmailbox.server.delivery;

import dev.agentmailbox.server.net.AddressGuard;
import java.time.Duration;

/**
 * How mail is delivered to the recipients' own servers.
 *
 * @param port where they listen
 * @param search after this time no further server of a domain is tried
 * @param perDomain messages on their way to one domain at once
 * @param perHost connections in use to one host at once
 * @param guard which addresses may be connected to
 * @param sources where connections come from
 * @param client how each connection behaves
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
