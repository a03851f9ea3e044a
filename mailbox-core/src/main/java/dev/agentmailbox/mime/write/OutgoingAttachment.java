package dev.agentmailbox.mime.write;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An attachment of an outgoing message.
 *
 * @param filename sanitized when written
 * @param contentType {@code type/subtype}, optionally with parameters; anything else is sent as
 *     {@code application/octet-stream}
 * @param disposition {@code inline}, {@code attachment}, or null to derive it
 * @param contentId with or without angle brackets; referenced by the HTML as {@code cid:}
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

  /** The bytes without a copy; must not be modified. */
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
