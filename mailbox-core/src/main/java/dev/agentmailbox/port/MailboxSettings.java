package dev.agentmailbox.port;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Service-wide settings of the domain logic.
 *
 * @param serviceName shown in {@code Name via <service name>}; also reserved as a username
 * @param domains mail domains of the service in lower case, at least one; the first is the default
 * @param feedbackSources domains, in lower case, of feedback loop providers (RFC 6449): only
 *     authenticated complaints that they report count for the complaint breaker
 * @param registrableDomains names under which bounces are counted
 * @param auditHeadsTo address to which the heads of audit trails are mailed daily; null for none
 * @param catchAll inbox that takes the mail to every address that is none of an inbox, for tests of
 *     programs that send; null for none
 */
public record MailboxSettings(
    String serviceName,
    List<String> domains,
    List<String> feedbackSources,
    RegistrableDomains registrableDomains,
    @Nullable String auditHeadsTo,
    @Nullable String catchAll) {
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

  /** Settings without a list of public suffixes. */
  public MailboxSettings(String serviceName, List<String> domains, List<String> feedbackSources) {
    this(serviceName, domains, feedbackSources, RegistrableDomains.LAST_TWO_LABELS, null, null);
  }

  public boolean isOurs(String domain) {
    return domains.contains(domain);
  }

  /**
   * Whether an address belongs to a domain of the service, where agents can read its mail.
   *
   * @param email in lower case
   */
  public boolean isOurAddress(String email) {
    return isOurs(email.substring(email.lastIndexOf('@') + 1));
  }

  /**
   * Whether mail to a domain could arrive: one without a dot is not on the internet, and only ours
   * is known here.
   *
   * @param domain in lower case
   */
  public boolean canReach(String domain) {
    return domain.indexOf('.') >= 0 || isOurs(domain);
  }

  /** Whether a lower-case domain is that of a feedback loop provider or a subdomain of it. */
  public boolean isFeedbackSource(String domain) {
    return feedbackSources.stream()
        .anyMatch(source -> domain.equals(source) || domain.endsWith('.' + source));
  }
}
