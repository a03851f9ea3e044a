package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.service.sending.release.Evidence.Trait;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Risk flags of a mail; the policy decides which of them require approval. */
final class RiskFlags {
  /** Most recipients without the flag {@code many_recipients}. */
  static final int MANY_RECIPIENTS = 10;

  private RiskFlags() {}

  static List<String> of(SendFacts facts) {
    List<String> flags = new ArrayList<>();
    if (!facts.strangers().get().isEmpty()) {
      flags.add("first_contact");
    }
    if (facts.has(Trait.LINKS)) {
      flags.add(Evidence.HAS_LINKS);
    }
    if (facts.has(Trait.ATTACHMENTS)) {
      flags.add(Evidence.HAS_ATTACHMENTS);
    }
    if (facts.request().recipients().size() > MANY_RECIPIENTS) {
      flags.add("many_recipients");
    }
    if (facts.has(Trait.UNFAITHFUL)) {
      flags.add(Evidence.HTML_UNFAITHFUL);
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
        || (!asking.isEmpty() && flags.contains(Evidence.HTML_UNFAITHFUL));
  }
}
