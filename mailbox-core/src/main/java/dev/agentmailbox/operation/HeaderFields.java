package dev.agentmailbox.operation;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import org.jspecify.annotations.Nullable;

/** Guards what becomes part of a mail header. */
final class HeaderFields {
  private HeaderFields() {}

  /** Refuses CR, LF, NUL and every other control character with {@code invalid_header}. */
  static void requireClean(String path, @Nullable String value) {
    if (value != null && value.codePoints().anyMatch(Character::isISOControl)) {
      throw MailboxException.of(
              ErrorCode.INVALID_HEADER, path + " has a line break or another control character")
          .with("path", path);
    }
  }
}
