package dev.agentmailbox.message;

import org.jspecify.annotations.Nullable;

/**
 * An attachment of a message; its bytes are part of the raw message.
 *
 * @param id {@code att_…}
 * @param partPath MIME part path, for the MIME reader
 * @param filename without path, control and bidi characters
 * @param size decoded bytes
 * @param disposition {@code inline} or {@code attachment}
 */
public record Attachment(
    String id,
    String partPath,
    @Nullable String filename,
    long size,
    String contentType,
    @Nullable String disposition,
    @Nullable String contentId) {
  /** Replaces a declared content type, which may contain text chosen by the sender. */
  private static final String UNKNOWN_TYPE = "application/octet-stream";

  /** Without anything chosen by the sender. */
  public Attachment nameless() {
    return new Attachment(id, partPath, null, size, UNKNOWN_TYPE, null, null);
  }
}
