package dev.agentmailbox.mime.read;

import org.jspecify.annotations.Nullable;

/**
 * A part of a message that is not a multipart.
 *
 * @param path as in {@link ParsedAttachment}
 * @param filename sanitized as there
 * @param type declared {@code type/subtype} in lower case, and its parameters
 */
public record LeafPart(String path, @Nullable String filename, HeaderValue type) {
  /** Declared {@code type/subtype} in lower case, without parameters. */
  public String contentType() {
    return type.value();
  }

  /** As declared. */
  public @Nullable String charset() {
    return type.parameter("charset");
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "LeafPart[" + path + "]";
  }
}
