package dev.agentmailbox.draft;

import dev.agentmailbox.message.Attachment;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What an author can change of a draft, but its bodies.
 *
 * @param labels always has {@code draft}
 * @param preview the beginning of the text; null when there is none
 * @param origin the message it answers or passes on; null for a new mail
 * @param sendAt when it is to leave once it is sent; null for at once
 * @param size bytes of bodies and attachments
 */
public record DraftContent(
    Set<String> labels,
    DraftRecipients recipients,
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

  /** Its files as readers see them. */
  public List<Attachment> files() {
    return attachments.stream().map(DraftAttachment::file).toList();
  }

  /** The file with that id. */
  public Optional<DraftAttachment> attachment(String attachmentId) {
    return attachments.stream().filter(file -> file.id().equals(attachmentId)).findFirst();
  }

  /** Says nothing of the content. */
  @Override
  public String toString() {
    return "DraftContent[" + size + " bytes]";
  }
}
