package dev.agentmailbox.sending;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Changes several parts of a {@link Send}. Not thread safe. */
public final class SendBuilder {
  private final Send base;
  private SendStatus status;
  private int attempts;
  private @Nullable String deferredReason;
  private @Nullable String approvalId;
  private @Nullable String threadId;
  private @Nullable String messageId;
  private Approval.@Nullable Decision decision;
  private ComposedMail mail;
  private List<SendRecipient> recipients;
  private SendFindings findings;
  private @Nullable Instant nextAttemptAt;
  private @Nullable Instant handedOverAt;
  private @Nullable Instant sentAt;

  SendBuilder(Send base) {
    this.base = base;
    this.status = base.state().status();
    this.attempts = base.state().attempts();
    this.deferredReason = base.state().deferredReason();
    this.approvalId = base.state().approvalId();
    this.threadId = base.state().threadId();
    this.messageId = base.state().messageId();
    this.decision = base.state().decision();
    this.mail = base.mail();
    this.recipients = base.recipients();
    this.findings = base.findings();
    this.nextAttemptAt = base.times().nextAttemptAt();
    this.handedOverAt = base.times().handedOverAt();
    this.sentAt = base.times().sentAt();
  }

  /** Records the stored outbound copy. */
  public SendBuilder filed(String message, String thread) {
    messageId = message;
    threadId = thread;
    return this;
  }

  /**
   * Changes the status.
   *
   * @throws IllegalStateException the transition is not allowed
   */
  public SendBuilder status(SendStatus next) {
    if (next != base.status() && !base.status().mayBecome(next)) {
      throw new IllegalStateException(base.id() + ": " + base.status() + " to " + next);
    }
    status = next;
    return this;
  }

  public SendBuilder recipients(List<SendRecipient> value) {
    recipients = value;
    return this;
  }

  public SendBuilder flags(List<String> value) {
    findings = new SendFindings(value, findings.reasons(), findings.notes());
    return this;
  }

  public SendBuilder reasons(List<String> value) {
    findings = new SendFindings(findings.flags(), value, findings.notes());
    return this;
  }

  public SendBuilder notes(List<String> value) {
    findings = new SendFindings(findings.flags(), findings.reasons(), value);
    return this;
  }

  public SendBuilder approval(@Nullable String value) {
    approvalId = value;
    return this;
  }

  /** Records how its approval ended. */
  public SendBuilder decision(Approval.Decision value) {
    decision = value;
    return this;
  }

  /** Replaces the bytes; their return path stays the same. */
  public SendBuilder mail(ComposedMail value) {
    mail = value;
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

  /** The changed send. */
  public Send at(Instant now) {
    return new Send(
        base.id(),
        base.scope(),
        base.origin(),
        new SendState(status, attempts, deferredReason, approvalId, threadId, messageId, decision),
        recipients,
        findings,
        mail,
        new SendTimes(
            base.times().sendAt(), nextAttemptAt, handedOverAt, sentAt, base.createdAt(), now));
  }
}
