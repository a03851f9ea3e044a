package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.rule.SendRule;
import dev.agentmailbox.sending.WaitReason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Result of one check.
 *
 * @param refusal error for a new request; null when the check does not refuse
 * @param waitReason why an accepted send is deferred instead; null when it is not
 * @param reasons blocking reasons of check 8
 * @param flags risk flags; for check 12 includes those that require approval
 * @param asksApproval whether approval is required
 * @param rule the rule because of which it is not; null for none
 */
record Finding(
    @Nullable MailboxException refusal,
    @Nullable WaitReason waitReason,
    List<String> reasons,
    List<String> flags,
    boolean asksApproval,
    @Nullable SendRule rule) {
  static final Finding PASSED = new Finding(null, null, List.of(), List.of(), false, null);

  static Finding refused(ErrorCode code, String text) {
    return refused(MailboxException.of(code, text));
  }

  static Finding refused(MailboxException refusal) {
    return new Finding(refusal, null, List.of(), List.of(), false, null);
  }

  /** Refuses a new request; defers an accepted send. */
  static Finding waits(WaitReason reason, MailboxException refusal) {
    return new Finding(refusal, reason, List.of(), List.of(), false, null);
  }

  static Finding blocked(List<String> reasons, List<String> flags) {
    MailboxException refusal =
        MailboxException.of(ErrorCode.SEND_BLOCKED, "the send checks refused this mail")
            .with("reasons", reasons);
    return new Finding(
        flags.isEmpty() ? refusal : refusal.with("flags", flags),
        null,
        reasons,
        flags,
        false,
        null);
  }

  static Finding flagged(List<String> flags, boolean asksApproval) {
    return new Finding(null, null, List.of(), flags, asksApproval, null);
  }

  /** Passes because of a rule. */
  static Finding covered(List<String> flags, SendRule rule) {
    return new Finding(null, null, List.of(), flags, false, rule);
  }

  boolean passed() {
    return refusal == null && !asksApproval;
  }
}
