package dev.agentmailbox.draft;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.sending.SendStatus;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A mail that is being written, without its bodies: what lists read. {@link DraftBody} is the rest.
 * It leaves only when it is sent, and is gone once its send is {@code sent}.
 *
 * @param id {@code drf_…}
 * @param scope the inbox it is in
 * @param clientId the author's own handle, unique within the inbox
 * @param revision grows with every change, so that a send knows what it was made of
 * @param submission the last send made of it; null before the first
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
  /** Most files of one draft, as of one message. */
  public static final int MAX_ATTACHMENTS = 32;

  /** Most bytes of all its files together, before encoding: 3.5 MiB. */
  public static final int MAX_ATTACHMENT_BYTES = 7 << 19;

  public static final int MAX_CLIENT_ID_CHARACTERS = 255;

  /** The lower-case address of its inbox. */
  public String inboxId() {
    return scope.id();
  }

  /** Bytes of bodies and attachments, which count as storage of the inbox. */
  public long size() {
    return content.size();
  }

  /** Whether a send made of it is still under way; it cannot be changed until that ends. */
  public boolean isWaiting() {
    return submission != null && !submission.status().isFinal();
  }

  /**
   * Where its last send stands, as its author is told: FAILED whenever that send ended without
   * leaving, against the author's will. Empty before the first send and after a cancelled one.
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

  /** The same draft with other content, one revision later. */
  public Draft revised(DraftContent changed, Instant time) {
    return new Draft(id, scope, clientId, revision + 1, changed, submission, createdAt, time);
  }

  /** The same draft with another submission. */
  public Draft withSubmission(@Nullable DraftSubmission now, Instant time) {
    return new Draft(id, scope, clientId, revision, content, now, createdAt, time);
  }

  /** Says nothing of the content. */
  @Override
  public String toString() {
    return "Draft[" + id + "]";
  }
}
