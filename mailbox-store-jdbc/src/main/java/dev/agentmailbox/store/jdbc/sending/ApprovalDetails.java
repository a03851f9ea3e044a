package dev.agentmailbox.store.jdbc.sending;

import dev.agentmailbox.sending.Approval;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The part of an approval that is read and written as a whole and never searched by. */
record ApprovalDetails(
    String sendId,
    @Nullable String threadId,
    List<String> flags,
    String contentHash,
    Instant expiresAt,
    @Nullable Instant decidedAt,
    @Nullable String decidedBy,
    @Nullable String note) {
  static ApprovalDetails of(Approval approval) {
    return new ApprovalDetails(
        approval.sendId(),
        approval.threadId(),
        approval.flags(),
        approval.contentHash(),
        approval.expiresAt(),
        approval.decidedAt(),
        approval.decidedBy(),
        approval.note());
  }
}
