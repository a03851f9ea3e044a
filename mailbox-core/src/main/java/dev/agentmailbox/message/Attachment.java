package dev.agentmailbox.message;

import org.jspecify.annotations.Nullable;

/**
 * An attachment of a message; its bytes stay in the raw message.
 *
 * @param id {@code att_…}
 * @param partPath where in the raw message, for the MIME reader
 * @param filename cleaned of path, control and bidi characters
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
  /** A declared content type can hold words of its own; this says nothing. */
  private static final String UNKNOWN_TYPE = "application/octet-stream";

  /** The same attachment without anything that its sender wrote. */
  public Attachment nameless() {
    return new Attachment(id, partPath, null, size, UNKNOWN_TYPE, null, null);
  }
}
