package dev.agentmailbox.port;

import java.util.List;

/**
 * What the domain needs to know of the service it is part of.
 *
 * @param serviceName shown in {@code Name via <service name>}; also reserved as a username
 * @param domains mail domains of the service, lower case; the first is the default
 * @param feedbackSources domains, lower case, of feedback loops (RFC 6449): each complaint that
 *     they report, authenticated, counts for the breaker
 */
public record MailboxSettings(
    String serviceName, List<String> domains, List<String> feedbackSources) {
  public static final MailboxSettings DEFAULT =
      new MailboxSettings("mailbox", List.of("agents.localhost"));

  public MailboxSettings {
    domains = List.copyOf(domains);
    feedbackSources = List.copyOf(feedbackSources);
    if (domains.isEmpty()) {
      throw new IllegalArgumentException("a service needs a mail domain");
    }
  }

  /** Settings without feedback loops. */
  public MailboxSettings(String serviceName, List<String> domains) {
    this(serviceName, domains, List.of());
  }

  public boolean isOurs(String domain) {
    return domains.contains(domain);
  }

  /**
   * Whether an address is in a domain of the service, where agents may read its mail.
   *
   * @param email in lower case
   */
  public boolean isOurAddress(String email) {
    return isOurs(email.substring(email.lastIndexOf('@') + 1));
  }

  /** Whether a lower-case domain is that of a feedback loop, or below it. */
  public boolean isFeedbackSource(String domain) {
    return feedbackSources.stream()
        .anyMatch(source -> domain.equals(source) || domain.endsWith('.' + source));
  }
}
