package dev.agentmailbox.mime.write;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import java.util.regex.Pattern;

/** Guards against header injection. */
public final class HeaderText {
  /** Most characters that {@link #clean} leaves (RFC 5322 section 2.1.1). */
  private static final int MAX_CHARACTERS = 998;

  private static final Pattern UNCLEAN =
      Pattern.compile("[\\p{Cntrl}\\u0080-\\u009f\\u2028\\u2029]+");

  private HeaderText() {}

  /**
   * Rejects CR, LF, NUL and all other control characters, and the Unicode line and paragraph
   * separators.
   *
   * @param path field path, for example {@code to[0]}
   * @return the value
   * @throws MailboxException {@code invalid_header}, with detail {@code path}
   */
  public static String requireClean(String path, String value) {
    if (!isClean(value)) {
      throw MailboxException.of(
              ErrorCode.INVALID_HEADER, path + ": control characters are not allowed in headers")
          .with("path", path);
    }
    return value;
  }

  /** Whether {@link #requireClean} would accept the value. */
  public static boolean isClean(String value) {
    return value.chars().noneMatch(c -> Character.isISOControl(c) || c == 0x2028 || c == 0x2029);
  }

  /** Converts what a stranger wrote: one line without control characters, truncated. */
  public static String clean(String value) {
    String bounded = value.length() > MAX_CHARACTERS ? value.substring(0, MAX_CHARACTERS) : value;
    return UNCLEAN.matcher(bounded).replaceAll(" ").strip();
  }
}
