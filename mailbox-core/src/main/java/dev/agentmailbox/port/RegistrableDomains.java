package dev.agentmailbox.port;

/**
 * Finds the registrable domain of a domain: the part that somebody registered and whose subdomains
 * they can create at will, such as {@code example.co.uk} of {@code mail.example.co.uk}. Thread
 * safe.
 */
@FunctionalInterface
public interface RegistrableDomains {
  /** The last two labels, for a process that has no list of public suffixes. */
  RegistrableDomains LAST_TWO_LABELS =
      domain -> domain.substring(domain.lastIndexOf('.', domain.lastIndexOf('.') - 1) + 1);

  /**
   * The registrable domain.
   *
   * @param domain in lower case, as A-labels
   */
  String of(String domain);
}
