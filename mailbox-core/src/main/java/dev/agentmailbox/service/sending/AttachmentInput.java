package dev.agentmailbox.service.sending;

import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * An attachment as given by the caller: either its content, or only a reference to an attachment of
 * a draft.
 *
 * @param filename null for {@value #DEFAULT_FILENAME}
 * @param contentType null for {@value #DEFAULT_TYPE}
 * @param content base64 (RFC 4648 section 4); line breaks are allowed
 * @param disposition {@code inline}, {@code attachment}, or null to derive it
 * @param contentId referenced by the HTML as {@code cid:}; null for none
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

  /** An attachment with these bytes. */
  public static AttachmentInput of(String filename, String contentType, byte[] bytes) {
    return new AttachmentInput(
        filename, contentType, Base64.getEncoder().encodeToString(bytes), null, null, null);
  }

  /** An attachment of a draft of the same inbox. */
  public static AttachmentInput ofDraft(String attachmentId) {
    return new AttachmentInput(null, null, null, null, null, attachmentId);
  }

  boolean isOfDraft() {
    return draftAttachmentId != null;
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "AttachmentInput["
        + (content == null ? draftAttachmentId : content.length() + " characters")
        + "]";
  }
}
