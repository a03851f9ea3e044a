package dev.agentmailbox.mime.read;

import org.jspecify.annotations.Nullable;

/**
 * A part of a message that is no multipart.
 *
 * @param path as in {@link ParsedAttachment}
 * @param filename cleaned as there
 * @param contentType {@code type/subtype} in lower case, as the sender says
 * @param charset as the sender says
 */
public record LeafPart(
    String path, @Nullable String filename, String contentType, @Nullable String charset) {

  /** Omits the content. */
  @Override
  public String toString() {
    return "LeafPart[" + path + "]";
  }
}
