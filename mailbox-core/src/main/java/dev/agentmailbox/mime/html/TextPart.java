package dev.agentmailbox.mime.html;

import dev.agentmailbox.mime.read.TextParts;

/**
 * One text of a message, decoded, for programs that read reports.
 *
 * @param mediaType {@code type/subtype} in lower case
 * @param nesting 0 for parts of the message itself, 1 for those of a message inside it, and so on
 * @param text lines end with LF; cut to {@link TextParts#MAX_PART_BYTES}; of a message inside it is
 *     the whole source; of HTML it is what a reader sees
 */
public record TextPart(String mediaType, int nesting, String text) {
  /** A message, or the header of one, that was put into this one. */
  public boolean isMessage() {
    return switch (mediaType) {
      case "message/rfc822", "message/global", "message/rfc822-headers" -> true;
      case "text/rfc822-headers", "text/rfc822-header", "message/global-headers" -> true;
      default -> false;
    };
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "TextPart[" + mediaType + ", " + text.length() + " characters]";
  }
}
