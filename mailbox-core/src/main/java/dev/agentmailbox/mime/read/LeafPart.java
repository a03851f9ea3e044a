package dev.agentmailbox.mime.read;

import org.jspecify.annotations.Nullable;

/**
 * A part of a message that is not a multipart.
 *
 * @param path as in {@link ParsedAttachment}
 * @param filename sanitized as there
 * @param contentType declared {@code type/subtype} in lower case
 * @param charset as declared
 */
public record LeafPart(
    String path, @Nullable String filename, String contentType, @Nullable String charset) {

  /** Omits the content. */
  @Override
  public String toString() {
    return "LeafPart[" + path + "]";
  }
}
