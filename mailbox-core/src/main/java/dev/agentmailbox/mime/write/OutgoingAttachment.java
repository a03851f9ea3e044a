package dev.agentmailbox.mime.write;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A file to send with a message.
 *
 * @param filename cleaned before it is written
 * @param contentType {@code type/subtype}, perhaps with a charset; anything else is sent as {@code
 *     application/octet-stream}
 * @param disposition {@code inline}, {@code attachment}, or null for what fits
 * @param contentId without or with angle brackets; what HTML names as {@code cid:}
 * @param content copied
 */
@SuppressWarnings("ArrayRecordComponent")
public record OutgoingAttachment(
    String filename,
    String contentType,
    @Nullable String disposition,
    @Nullable String contentId,
    byte[] content) {
  public OutgoingAttachment {
    content = content.clone();
  }

  /** A copy of the bytes. */
  @Override
  public byte[] content() {
    return content.clone();
  }

  /** The bytes themselves, for reading only. */
  byte[] uncopied() {
    return content;
  }

  public int size() {
    return content.length;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof OutgoingAttachment that
        && filename.equals(that.filename)
        && contentType.equals(that.contentType)
        && Objects.equals(disposition, that.disposition)
        && Objects.equals(contentId, that.contentId)
        && Arrays.equals(content, that.content);
  }

  @Override
  public int hashCode() {
    return Objects.hash(filename, contentType, Arrays.hashCode(content));
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "OutgoingAttachment[" + content.length + " bytes]";
  }
}
