package dev.agentmailbox.mime.read;

import dev.agentmailbox.mime.html.BoundedHtml;

/** What was wrong with a message that was read all the same. */
public enum MimeDefect {
  /** Over a limit of {@link MimeReader}; only the headers were read. */
  TOO_COMPLEX,
  /** The time budget was used up; what was read until then is there. */
  TOO_SLOW,
  /** A header line that is no field. */
  BAD_HEADER,
  /** An address that could not be read, or too many of them. */
  BAD_ADDRESS,
  /** A Date that could not be read. */
  BAD_DATE,
  /** A multipart without boundary, or whose boundary never comes. */
  MISSING_BOUNDARY,
  /** A multipart without its closing boundary. */
  UNCLOSED_MULTIPART,
  /** A charset that is not known; the text was guessed. */
  UNKNOWN_CHARSET,
  /** A transfer encoding that is not known or whose data is broken. */
  BAD_ENCODING,
  /** Text or HTML is longer than is kept. */
  TEXT_TRUNCATED,
  /** HTML that {@link BoundedHtml} does not read, so that no text was made of it. */
  UNREADABLE_HTML,
  /** Something unforeseen; what could be read is there. */
  UNREADABLE
}
