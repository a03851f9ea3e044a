package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.sending.WaitReason;
import java.util.List;

/** What the checks decide about a mail. */
sealed interface Verdict {
  /** It may leave now, or at its time. */
  record Released(List<String> flags) implements Verdict {}

  /** A human must decide first. */
  record NeedsApproval(List<String> flags) implements Verdict {}

  /** It is refused; told by the first check that failed. */
  record Refused(MailboxException refusal) implements Verdict {}

  /** An accepted send that is due must wait. */
  record Waits(WaitReason reason) implements Verdict {}

  /** An accepted send that is due is blocked. */
  record Blocked(List<String> reasons) implements Verdict {}
}
