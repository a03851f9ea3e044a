package dev.agentmailbox.service.policy;

import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.mime.write.AddressParser;

/**
 * Parses list entries: {@code user@example.com}, {@code example.com} (only that domain) or {@code
 * .example.com} (its subdomains). Case-insensitive; international domains are converted to ASCII.
 */
final class EntryText {
  /** Longest entry, that of an address (RFC 5321 section 4.5.3.1.3). */
  static final int MAX_CHARACTERS = 254;

  private EntryText() {}

  /**
   * Normalizes an entry.
   *
   * @throws IllegalArgumentException with a short reason that does not repeat the text
   */
  static String normal(String text) {
    String trimmed = text.strip();
    if (trimmed.isEmpty() || trimmed.length() > MAX_CHARACTERS) {
      throw new IllegalArgumentException("must have 1 to " + MAX_CHARACTERS + " characters");
    }
    if (text.chars().anyMatch(Character::isISOControl) || trimmed.endsWith(">")) {
      throw new IllegalArgumentException("must be a bare address or a domain");
    }
    if (trimmed.indexOf('@') >= 0) {
      return address(trimmed);
    }
    String dot = trimmed.startsWith(".") ? "." : "";
    String inDomain = address("x@" + trimmed.substring(dot.length()));
    return dot + inDomain.substring("x@".length());
  }

  /**
   * Normalizes an entry to add, which must not be a top-level domain.
   *
   * @throws IllegalArgumentException as {@link #normal}
   */
  static String added(String text) {
    String entry = normal(text);
    if (entry.indexOf('@') < 0 && entry.indexOf('.', 1) < 0) {
      throw new IllegalArgumentException("must not be a top-level domain");
    }
    return entry;
  }

  private static String address(String text) {
    MailAddress address = AddressParser.parse("entry", text);
    return address.key();
  }
}
