package dev.agentmailbox.draft;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.sending.SendStatus;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A draft without its bodies, as lists read it; see {@link DraftBody}. It is deleted once its send
 * is {@code sent}.
 *
 * @param id {@code drf_…}
 * @param scope the inbox it is in
 * @param clientId client-assigned identifier, unique within the inbox
 * @param revision incremented by every change, so that a send can detect edits
 * @param submission its last send; null before the first
 * @param createdAt lists sort by (createdAt, id)
 */
public record Draft(
    String id,
    Scope scope,
    @Nullable String clientId,
    int revision,
    DraftContent content,
    @Nullable DraftSubmission submission,
    Instant createdAt,
    Instant updatedAt) {
  /** Most attachments of a draft, the same as of a message. */
  public static final int MAX_ATTACHMENTS = 32;

  /** Most bytes of all attachments together, before encoding: 3.5 MiB. */
  public static final int MAX_ATTACHMENT_BYTES = 7 << 19;

  public static final int MAX_CLIENT_ID_CHARACTERS = 255;

  /** The lower-case address of its inbox. */
  public String inboxId() {
    return scope.id();
  }

  /** Bytes of bodies and attachments, counted as storage of the inbox. */
  public long size() {
    return content.size();
  }

  /** Whether its send is in progress; until that ends the draft cannot be changed. */
  public boolean isWaiting() {
    return submission != null && !submission.status().isFinal();
  }

  /**
   * Status of its last send as shown to the author: FAILED for every send that ended unsent against
   * the author's will. Empty before the first send and after a cancelled one.
   */
  public Optional<SendStatus> sendStatus() {
    if (submission == null) {
      return Optional.empty();
    }
    return switch (submission.status()) {
      case SCHEDULED, PENDING_APPROVAL, SENDING -> Optional.of(submission.status());
      case FAILED, BLOCKED, REJECTED -> Optional.of(SendStatus.FAILED);
      case CANCELLED, SENT -> Optional.empty();
    };
  }

  /** With other content and the next revision. */
  public Draft revised(DraftContent changed, Instant time) {
    return new Draft(id, scope, clientId, revision + 1, changed, submission, createdAt, time);
  }

  public Draft withSubmission(@Nullable DraftSubmission now, Instant time) {
    return new Draft(id, scope, clientId, revision, content, now, createdAt, time);
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "Draft[" + id + "]";
  }
}
