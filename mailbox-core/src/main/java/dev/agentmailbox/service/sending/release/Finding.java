package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
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
 */
record Finding(
    @Nullable MailboxException refusal,
    @Nullable WaitReason waitReason,
    List<String> reasons,
    List<String> flags,
    boolean asksApproval) {
  static final Finding PASSED = new Finding(null, null, List.of(), List.of(), false);

  static Finding refused(ErrorCode code, String text) {
    return refused(MailboxException.of(code, text));
  }

  static Finding refused(MailboxException refusal) {
    return new Finding(refusal, null, List.of(), List.of(), false);
  }

  /** Refuses a new request; defers an accepted send. */
  static Finding waits(WaitReason reason, MailboxException refusal) {
    return new Finding(refusal, reason, List.of(), List.of(), false);
  }

  static Finding blocked(List<String> reasons, List<String> flags) {
    MailboxException refusal =
        MailboxException.of(ErrorCode.SEND_BLOCKED, "the send checks refused this mail")
            .with("reasons", reasons);
    return new Finding(
        flags.isEmpty() ? refusal : refusal.with("flags", flags), null, reasons, flags, false);
  }

  static Finding flagged(List<String> flags, boolean asksApproval) {
    return new Finding(null, null, List.of(), flags, asksApproval);
  }

  boolean passed() {
    return refusal == null && !asksApproval;
  }
}
