package dev.agentmailbox.service.sending;

import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A file to send, as the caller gave it: either its content, or the attachment of a draft that has
 * it already, and then nothing else.
 *
 * @param filename null for {@value #DEFAULT_FILENAME}
 * @param contentType null for {@value #DEFAULT_TYPE}
 * @param content base64 (RFC 4648 section 4); line breaks are allowed
 * @param disposition {@code inline}, {@code attachment}, or null for what fits
 * @param contentId what the HTML names as {@code cid:}; null when it does not
 * @param draftAttachmentId {@code att_…} of a draft of the same inbox
 */
public record AttachmentInput(
    @Nullable String filename,
    @Nullable String contentType,
    @Nullable String content,
    @Nullable String disposition,
    @Nullable String contentId,
    @Nullable String draftAttachmentId) {
  static final String DEFAULT_FILENAME = "attachment";
  static final String DEFAULT_TYPE = "application/octet-stream";

  /** A file of these bytes. */
  public static AttachmentInput of(String filename, String contentType, byte[] bytes) {
    return new AttachmentInput(
        filename, contentType, Base64.getEncoder().encodeToString(bytes), null, null, null);
  }

  /** A file that a draft of the same inbox has. */
  public static AttachmentInput ofDraft(String attachmentId) {
    return new AttachmentInput(null, null, null, null, null, attachmentId);
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "AttachmentInput["
        + (content == null ? draftAttachmentId : content.length() + " characters")
        + "]";
  }
}
