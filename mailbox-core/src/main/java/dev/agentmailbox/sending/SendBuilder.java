package dev.agentmailbox.sending;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Changes some fields of a {@link Send}. Not thread safe. */
public final class SendBuilder {
  private final Send base;
  private @Nullable String threadId;
  private @Nullable String messageId;
  private SendStatus status;
  private List<SendRecipient> recipients;
  private List<String> reasons;
  private List<String> notes;
  private @Nullable String approvalId;
  private @Nullable String deferredReason;
  private int attempts;
  private @Nullable Instant nextAttemptAt;
  private @Nullable Instant handedOverAt;
  private List<String> flags;
  private @Nullable Instant sentAt;

  SendBuilder(Send base) {
    this.base = base;
    this.threadId = base.threadId();
    this.messageId = base.messageId();
    this.status = base.status();
    this.recipients = base.recipients();
    this.flags = base.flags();
    this.reasons = base.reasons();
    this.notes = base.notes();
    this.approvalId = base.approvalId();
    this.deferredReason = base.deferredReason();
    this.attempts = base.attempts();
    this.nextAttemptAt = base.nextAttemptAt();
    this.handedOverAt = base.handedOverAt();
    this.sentAt = base.sentAt();
  }

  public SendBuilder thread(String value) {
    threadId = value;
    return this;
  }

  public SendBuilder message(String value) {
    messageId = value;
    return this;
  }

  /** Moves the status; a move the state table does not have is a mistake of ours. */
  public SendBuilder status(SendStatus next) {
    if (next != base.status() && !base.status().mayBecome(next)) {
      throw new IllegalStateException(base.id() + ": " + base.status() + " to " + next);
    }
    status = next;
    return this;
  }

  public SendBuilder flags(List<String> value) {
    flags = value;
    return this;
  }

  public SendBuilder recipients(List<SendRecipient> value) {
    recipients = value;
    return this;
  }

  public SendBuilder reasons(List<String> value) {
    reasons = value;
    return this;
  }

  public SendBuilder notes(List<String> value) {
    notes = value;
    return this;
  }

  public SendBuilder approval(@Nullable String value) {
    approvalId = value;
    return this;
  }

  public SendBuilder deferred(@Nullable String reason) {
    deferredReason = reason;
    return this;
  }

  public SendBuilder attempts(int value) {
    attempts = value;
    return this;
  }

  public SendBuilder nextAttemptAt(@Nullable Instant value) {
    nextAttemptAt = value;
    return this;
  }

  public SendBuilder handedOverAt(@Nullable Instant value) {
    handedOverAt = value;
    return this;
  }

  public SendBuilder sentAt(Instant value) {
    sentAt = value;
    return this;
  }

  public Send at(Instant now) {
    return new Send(
        base.id(),
        base.organizationId(),
        base.podId(),
        base.inboxId(),
        threadId,
        messageId,
        base.draftId(),
        base.kind(),
        status,
        recipients,
        flags,
        reasons,
        notes,
        approvalId,
        deferredReason,
        base.rfcMessageId(),
        base.envelopeSender(),
        base.contentKey(),
        base.contentHash(),
        base.fingerprint(),
        base.size(),
        base.subject(),
        base.labels(),
        base.inReplyToMessage(),
        attempts,
        base.sendAt(),
        nextAttemptAt,
        handedOverAt,
        sentAt,
        base.createdAt(),
        now);
  }
}
