package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.rule.SendRule;
import dev.agentmailbox.sending.WaitReason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Result of the release checks. */
sealed interface Verdict {
  /**
   * May be sent now or as scheduled.
   *
   * @param rule because of which it needs no approval; null for none
   */
  record Released(List<String> flags, @Nullable SendRule rule) implements Verdict {}

  /** Requires approval. */
  record NeedsApproval(List<String> flags) implements Verdict {}

  /** Refused, with the error of the first failed check. */
  record Refused(MailboxException refusal) implements Verdict {}

  /** An accepted send that is deferred. */
  record Waits(WaitReason reason) implements Verdict {}

  /** An accepted send that is blocked. */
  record Blocked(List<String> reasons) implements Verdict {}
}
