package dev.agentmailbox.mime.read;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;

/** The guard of every string that goes into a header. */
public final class HeaderText {
  private HeaderText() {}

  /**
   * Refuses CR, LF, NUL and every other control character, and the Unicode line and paragraph
   * separators.
   *
   * @param path where the value came from, for example {@code to[0]}
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

  /** Whether {@link #requireClean} would let it pass. */
  public static boolean isClean(String value) {
    return value.chars().noneMatch(c -> Character.isISOControl(c) || c == 0x2028 || c == 0x2029);
  }
}
