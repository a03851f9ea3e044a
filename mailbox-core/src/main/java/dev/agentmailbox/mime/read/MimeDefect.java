package dev.agentmailbox.mime.read;

/** Defects of a message that was parsed anyway. */
public enum MimeDefect {
  /** A limit of {@link MimeReader} was exceeded; only the headers were parsed. */
  TOO_COMPLEX,
  /** The time budget was exhausted; the result is partial. */
  TOO_SLOW,
  /** A header line that is not a field. */
  BAD_HEADER,
  /** A malformed address, or too many addresses. */
  BAD_ADDRESS,
  /** A From that does not name one author, or not the same for every reader. */
  UNCLEAR_AUTHOR,
  /** A malformed Date. */
  BAD_DATE,
  /** A multipart without boundary parameter, or whose boundary does not occur. */
  MISSING_BOUNDARY,
  /** A multipart without its closing boundary. */
  UNCLOSED_MULTIPART,
  /** An unknown charset; the text was decoded heuristically. */
  UNKNOWN_CHARSET,
  /** An unknown transfer encoding, or malformed data. */
  BAD_ENCODING,
  /** Text or HTML was truncated. */
  TEXT_TRUNCATED,
  /** HTML rejected by {@code BoundedHtml}, so that it was not converted to text. */
  UNREADABLE_HTML,
  /** An unexpected failure; the result is partial. */
  UNREADABLE
}
