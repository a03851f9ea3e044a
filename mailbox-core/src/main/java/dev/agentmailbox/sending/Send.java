package dev.agentmailbox.sending;

import dev.agentmailbox.access.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One accepted send and its outcome.
 *
 * @param id {@code out_…}
 * @param threadId present when the thread exists: at once for a reply, else from the hand-over on
 * @param messageId the outbound copy; present from the first hand-over on
 * @param draftId the draft it came from
 * @param rfcMessageId Message-ID of the composed mail, with angle brackets
 * @param notes what was reported and could not be shown, of a fixed set of words: {@link SendNote}
 * @param envelopeSender what the return paths of its recipients have in common, unique for this
 *     send: see {@link ReturnPath}
 * @param contentKey the composed bytes in the content store
 * @param contentHash SHA-256 of the composed bytes, lower-case hexadecimal
 * @param fingerprint SHA-256 over sender, recipients, subject, bodies and attachments, for
 *     duplicates
 * @param labels for the sent copy
 * @param inReplyToMessage our id of the message it answers or forwards
 * @param deferredReason why it waits; null when it does not
 * @param attempts hand-overs tried
 * @param nextAttemptAt when the outbox looks at it again; null once final or while it waits for a
 *     human
 * @param handedOverAt set just before the final dot of an attempt whose outcome is not yet recorded
 */
public record Send(
    String id,
    String organizationId,
    String podId,
    String inboxId,
    @Nullable String threadId,
    @Nullable String messageId,
    @Nullable String draftId,
    SendKind kind,
    SendStatus status,
    List<SendRecipient> recipients,
    List<String> flags,
    List<String> reasons,
    List<String> notes,
    @Nullable String approvalId,
    @Nullable String deferredReason,
    String rfcMessageId,
    String envelopeSender,
    String contentKey,
    String contentHash,
    String fingerprint,
    long size,
    @Nullable String subject,
    List<String> labels,
    @Nullable String inReplyToMessage,
    int attempts,
    @Nullable Instant sendAt,
    @Nullable Instant nextAttemptAt,
    @Nullable Instant handedOverAt,
    @Nullable Instant sentAt,
    Instant createdAt,
    Instant updatedAt) {
  public Send {
    recipients = List.copyOf(recipients);
    flags = List.copyOf(flags);
    reasons = List.copyOf(reasons);
    notes = List.copyOf(notes);
    labels = List.copyOf(labels);
  }

  /** The inbox it is sent from. */
  public Scope scope() {
    return Scope.inbox(organizationId, podId, inboxId);
  }

  /** Whether one of its recipients may get, or got, the mail twice. */
  public boolean resent() {
    return recipients.stream().anyMatch(SendRecipient::resent);
  }

  public Optional<String> thread() {
    return Optional.ofNullable(threadId);
  }

  /** A builder that starts with this send's values. */
  public SendBuilder change() {
    return new SendBuilder(this);
  }

  /** Says nothing of the content. */
  @Override
  public String toString() {
    return "Send[" + id + " " + status + "]";
  }
}
