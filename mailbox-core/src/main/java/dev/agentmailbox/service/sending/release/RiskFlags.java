package dev.agentmailbox.service.sending.release;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Risk flags of a mail; the policy decides which of them require approval. */
final class RiskFlags {
  /** Most recipients without the flag {@code many_recipients}. */
  static final int MANY_RECIPIENTS = 10;

  private RiskFlags() {}

  static final String HAS_LINKS = "has_links";
  static final String HAS_ATTACHMENTS = "has_attachments";

  /** The review may not show what recipients see, so the flag counts wherever another one does. */
  static final String HTML_UNFAITHFUL = "html_unfaithful";

  static List<String> of(SendFacts facts) {
    List<String> flags = new ArrayList<>();
    if (!facts.strangers().get().isEmpty()) {
      flags.add("first_contact");
    }
    if (facts.asked().evidence().links()) {
      flags.add(HAS_LINKS);
    }
    if (facts.asked().evidence().attachments()) {
      flags.add(HAS_ATTACHMENTS);
    }
    if (facts.asked().recipients().size() > MANY_RECIPIENTS) {
      flags.add("many_recipients");
    }
    if (facts.asked().evidence().unfaithful()) {
      flags.add(HTML_UNFAITHFUL);
    }
    return flags;
  }

  /**
   * Whether these flags ask for approval.
   *
   * @param asking flags named by the policy
   */
  static boolean ask(List<String> flags, Set<String> asking) {
    return flags.stream().anyMatch(asking::contains)
        || (!asking.isEmpty() && flags.contains(HTML_UNFAITHFUL));
  }
}
