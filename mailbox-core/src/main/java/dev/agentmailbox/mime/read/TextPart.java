package dev.agentmailbox.mime.read;

/**
 * A decoded text of a message, for report parsing.
 *
 * @param mediaType {@code type/subtype} in lower case
 * @param nesting 0 for parts of the message itself, 1 for those of a nested message, and so on
 * @param text with LF line ends, truncated to {@link TextParts#MAX_PART_BYTES}; for a nested
 *     message its source; for HTML its visible text
 */
public record TextPart(String mediaType, int nesting, String text) {
  /** Whether it is a nested message or the header of one. */
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
