package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.sending.BlockReason;
import dev.agentmailbox.sending.RecipientRole;
import dev.agentmailbox.service.sending.release.Evidence.Trait;
import java.util.List;
import java.util.function.Predicate;

/** Check 8: deterministic rules for sender, recipients and content; reports all reasons. */
final class ContentChecks {
  /** Most consecutive own messages of an inbox in a thread within an hour. */
  static final int REPLY_BUDGET = 10;

  private record Rule(BlockReason reason, Predicate<SendFacts> broken) {}

  private static final List<Rule> RULES =
      List.of(
          new Rule(BlockReason.PLACEHOLDER, f -> f.has(Trait.PLACEHOLDER)),
          new Rule(BlockReason.LOOP_AUTO_REPLY, f -> f.has(Trait.ANSWERS_MACHINE)),
          new Rule(
              BlockReason.EXPECTED_RECIPIENTS_MISMATCH, f -> f.has(Trait.UNEXPECTED_RECIPIENTS)),
          new Rule(BlockReason.RECIPIENT_BLOCKED, f -> anyRecipient(f, f.lists()::blocks)),
          new Rule(BlockReason.RECIPIENT_NOT_ALLOWED, f -> anyRecipient(f, f.lists()::leavesOut)),
          new Rule(BlockReason.RECIPIENT_SUPPRESSED, f -> anyRecipient(f, f.lists()::suppresses)),
          new Rule(BlockReason.BCC_NOT_ALLOWED, ContentChecks::bccAgainstPolicy),
          new Rule(BlockReason.EMPTY_MESSAGE, f -> f.has(Trait.EMPTY)),
          new Rule(BlockReason.SECRET_DETECTED, f -> f.has(Trait.SECRET)),
          new Rule(BlockReason.REPLY_BUDGET, f -> f.thread().own() >= REPLY_BUDGET));

  private ContentChecks() {}

  static List<String> reasons(SendFacts facts) {
    return RULES.stream()
        .filter(r -> r.broken().test(facts))
        .map(rule -> rule.reason().wireName())
        .toList();
  }

  private static boolean anyRecipient(SendFacts facts, Predicate<String> test) {
    return facts.request().addresses().stream().anyMatch(test);
  }

  private static boolean bccAgainstPolicy(SendFacts facts) {
    return !facts.sender().policy().allowBcc()
        && facts.request().recipients().stream().anyMatch(r -> r.role() == RecipientRole.BCC);
  }
}
