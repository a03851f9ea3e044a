package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.sending.RecipientRole;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Check 8: deterministic rules for sender, recipients and content; reports all reasons. */
final class ContentChecks {
  /** Most consecutive own messages of an inbox in a thread within an hour. */
  static final int REPLY_BUDGET = 10;

  private record Rule(String reason, Predicate<SendFacts> broken) {}

  private static final List<Rule> RULES =
      List.of(
          new Rule("placeholder", f -> f.asked().evidence().placeholder()),
          new Rule("loop_auto_reply", f -> f.asked().answersMachine()),
          new Rule("expected_recipients_mismatch", ContentChecks::hasUnexpectedRecipients),
          new Rule("recipient_blocked", f -> anyRecipient(f, f.lists()::blocks)),
          new Rule("recipient_not_allowed", f -> anyRecipient(f, f.lists()::leavesOut)),
          new Rule("recipient_suppressed", f -> anyRecipient(f, f.lists()::suppresses)),
          new Rule("bcc_not_allowed", ContentChecks::bccAgainstPolicy),
          new Rule("empty_message", f -> f.asked().evidence().empty()),
          new Rule("secret_detected", f -> f.asked().evidence().secret()),
          new Rule("reply_budget", f -> f.thread().own() >= REPLY_BUDGET));

  private ContentChecks() {}

  static List<String> reasons(SendFacts facts) {
    return RULES.stream().filter(r -> r.broken().test(facts)).map(Rule::reason).toList();
  }

  private static boolean anyRecipient(SendFacts facts, Predicate<String> test) {
    return facts.asked().addresses().stream().anyMatch(test);
  }

  private static boolean hasUnexpectedRecipients(SendFacts facts) {
    Set<String> expected = facts.asked().expectedRecipients();
    return expected != null && !expected.equals(facts.asked().addresses());
  }

  private static boolean bccAgainstPolicy(SendFacts facts) {
    return !facts.sender().policy().allowBcc()
        && facts.asked().recipients().stream().anyMatch(r -> r.role() == RecipientRole.BCC);
  }
}
