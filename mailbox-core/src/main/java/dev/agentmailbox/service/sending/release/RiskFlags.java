package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.service.sending.release.Evidence.Trait;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Risk flags of a mail; the policy decides which of them require approval. */
final class RiskFlags {
  /** Most recipients without the flag {@code many_recipients}. */
  static final int MANY_RECIPIENTS = 10;

  private RiskFlags() {}

  private static final String HAS_LINKS = "has_links";
  private static final String HAS_ATTACHMENTS = "has_attachments";

  /** The review may not show what recipients see, so the flag counts wherever another one does. */
  private static final String HTML_UNFAITHFUL = "html_unfaithful";

  /** Flags of what the mail contains. */
  static final Map<Trait, String> OF_CONTENT =
      Map.of(
          Trait.LINKS, HAS_LINKS,
          Trait.ATTACHMENTS, HAS_ATTACHMENTS,
          Trait.UNFAITHFUL, HTML_UNFAITHFUL);

  static List<String> of(SendFacts facts) {
    List<String> flags = new ArrayList<>();
    if (!facts.strangers().get().isEmpty()) {
      flags.add("first_contact");
    }
    if (facts.has(Trait.LINKS)) {
      flags.add(HAS_LINKS);
    }
    if (facts.has(Trait.ATTACHMENTS)) {
      flags.add(HAS_ATTACHMENTS);
    }
    if (facts.request().recipients().size() > MANY_RECIPIENTS) {
      flags.add("many_recipients");
    }
    if (facts.has(Trait.UNFAITHFUL)) {
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
