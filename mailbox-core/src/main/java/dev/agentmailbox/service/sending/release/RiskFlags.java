package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.sending.Dictation;
import dev.agentmailbox.service.sending.release.Evidence.Trait;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Risk flags of a mail; the policy decides which of them require approval. */
final class RiskFlags {
  /** Most recipients without the flag {@code many_recipients}. */
  static final int MANY_RECIPIENTS = 10;

  private RiskFlags() {}

  static List<String> of(SendFacts facts) {
    List<String> flags = new ArrayList<>();
    if (!facts.known().strangers().get().isEmpty()) {
      flags.add("first_contact");
    }
    if (isDictated(facts, Dictation.Kind.RECIPIENT)) {
      flags.add("recipient_from_mail");
    }
    if (isDictated(facts, Dictation.Kind.LINK) || facts.has(Trait.DICTATED_LINK)) {
      flags.add(Evidence.LINK_FROM_MAIL);
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

  private static boolean isDictated(SendFacts facts, Dictation.Kind kind) {
    return facts.known().dictated().get().stream().anyMatch(one -> one.kind() == kind);
  }

  /**
   * Those of the flags that ask for approval.
   *
   * @param policy flags named by the policy
   */
  static Set<String> asking(List<String> flags, Set<String> policy) {
    Set<String> asking = new LinkedHashSet<>(flags);
    asking.retainAll(policy);
    if (!policy.isEmpty() && flags.contains(Evidence.HTML_UNFAITHFUL)) {
      asking.add(Evidence.HTML_UNFAITHFUL);
    }
    return asking;
  }
}
