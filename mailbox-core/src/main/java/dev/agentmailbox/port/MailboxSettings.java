package dev.agentmailbox.port;

import java.util.List;

/**
 * What the domain needs to know of the service it is part of.
 *
 * @param serviceName shown in {@code Name via <service name>}; also reserved as a username
 * @param domains mail domains of the service, lower case; the first is the default
 */
public record MailboxSettings(String serviceName, List<String> domains) {
  public static final MailboxSettings DEFAULT =
      new MailboxSettings("mailbox", List.of("agents.localhost"));

  public MailboxSettings {
    domains = List.copyOf(domains);
    if (domains.isEmpty()) {
      throw new IllegalArgumentException("a service needs a mail domain");
    }
  }

  public boolean isOurs(String domain) {
    return domains.contains(domain);
  }
}
