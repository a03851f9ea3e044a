package dev.agentmailbox.draft;

import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;

/**
 * The last send of a draft with its current status.
 *
 * @param sendId {@code out_…}
 */
public record DraftSubmission(String sendId, SendStatus status) {
  public static DraftSubmission of(Send send) {
    return new DraftSubmission(send.id(), send.status());
  }

  public boolean isOf(Send send) {
    return sendId.equals(send.id());
  }
}
