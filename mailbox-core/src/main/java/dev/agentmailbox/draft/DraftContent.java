package dev.agentmailbox.draft;

import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.sending.WrittenRecipients;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a draft an author can change, except its bodies.
 *
 * @param labels always include {@code draft}
 * @param preview start of the text; null when there is none
 * @param origin the message it answers or forwards; null for a new mail
 * @param sendAt scheduled time once it is sent; null for immediately
 * @param size bytes of bodies and attachments
 */
public record DraftContent(
    Set<String> labels,
    WrittenRecipients recipients,
    @Nullable String subject,
    @Nullable String preview,
    List<DraftAttachment> attachments,
    @Nullable DraftOrigin origin,
    @Nullable Instant sendAt,
    long size) {
  public DraftContent {
    labels = Collections.unmodifiableSortedSet(new TreeSet<>(labels));
    attachments = List.copyOf(attachments);
  }

  /** The attachments as shown to callers. */
  public List<Attachment> files() {
    return attachments.stream().map(DraftAttachment::file).toList();
  }

  public Optional<DraftAttachment> attachment(String attachmentId) {
    return attachments.stream().filter(file -> file.id().equals(attachmentId)).findFirst();
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "DraftContent[" + size + " bytes]";
  }
}
