package dev.agentmailbox.draft;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.sending.SendStatus;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A mail that is being written, without its bodies: what lists read. {@link DraftBody} is the rest.
 * It leaves only when it is sent, and is gone once its send is {@code sent}.
 *
 * @param id {@code drf_…}
 * @param clientId the author's own handle, unique within the inbox
 * @param revision grows with every change, so that a send knows what it was made of
 * @param labels always has {@code draft}
 * @param origin the message it answers or passes on; null for a new mail
 * @param sendAt when it is to leave once it is sent; null for at once
 * @param submission the last send made of it; null before the first
 * @param size bytes of bodies and attachments, which count as storage of the inbox
 * @param createdAt lists sort by (createdAt, id)
 */
public record Draft(
    String id,
    String organizationId,
    String podId,
    String inboxId,
    @Nullable String clientId,
    int revision,
    Set<String> labels,
    DraftRecipients recipients,
    @Nullable String subject,
    @Nullable String preview,
    List<DraftAttachment> attachments,
    @Nullable DraftOrigin origin,
    @Nullable Instant sendAt,
    @Nullable DraftSubmission submission,
    long size,
    Instant createdAt,
    Instant updatedAt) {
  /** Most files of one draft, as of one message. */
  public static final int MAX_ATTACHMENTS = 32;

  /** Most bytes of all its files together, before encoding: 3.5 MiB. */
  public static final int MAX_ATTACHMENT_BYTES = 7 << 19;

  public static final int MAX_CLIENT_ID_CHARACTERS = 255;

  public Draft {
    labels = Collections.unmodifiableSortedSet(new TreeSet<>(labels));
    attachments = List.copyOf(attachments);
  }

  /** The scope of its inbox. */
  public Scope inbox() {
    return Scope.inbox(organizationId, podId, inboxId);
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

  /** Its files as readers see them. */
  public List<Attachment> files() {
    return attachments.stream().map(DraftAttachment::file).toList();
  }

  /** The file with that id. */
  public Optional<DraftAttachment> attachment(String attachmentId) {
    return attachments.stream().filter(file -> file.id().equals(attachmentId)).findFirst();
  }

  /** The same draft with another submission. */
  public Draft withSubmission(@Nullable DraftSubmission now, Instant time) {
    return new Draft(
        id,
        organizationId,
        podId,
        inboxId,
        clientId,
        revision,
        labels,
        recipients,
        subject,
        preview,
        attachments,
        origin,
        sendAt,
        now,
        size,
        createdAt,
        time);
  }

  /** Says nothing of the content. */
  @Override
  public String toString() {
    return "Draft[" + id + "]";
  }
}
