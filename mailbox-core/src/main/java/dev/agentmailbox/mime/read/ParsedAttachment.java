package dev.agentmailbox.mime.read;

import dev.agentmailbox.message.Attachment;
import org.jspecify.annotations.Nullable;

/**
 * A part of a message other than its text.
 *
 * @param partPath for {@link MimeReader#openPart}, for example {@code 2.1}
 * @param filename without path, control and bidi characters, at most 255 bytes of UTF-8
 * @param contentType declared {@code type/subtype} in lower case, without parameters
 * @param size decoded bytes
 * @param disposition {@code inline}, {@code attachment} or null
 * @param contentId without angle brackets
 */
public record ParsedAttachment(
    String partPath,
    @Nullable String filename,
    String contentType,
    long size,
    @Nullable String disposition,
    @Nullable String contentId) {
  /** This part as an attachment of a message. */
  public Attachment named(String id) {
    return new Attachment(id, partPath, filename, size, contentType, disposition, contentId);
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "ParsedAttachment[" + partPath + ", " + size + " bytes]";
  }
}
