package dev.agentmailbox.service.policy;

import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.mime.read.AddressParser;

/**
 * Reads the entry of a list: {@code user@example.com}, {@code example.com} (only that domain) or
 * {@code .example.com} (its subdomains). Compared without case; international domains become ASCII.
 */
final class EntryText {
  /** Most characters of an entry: an address has 254 (RFC 5321 section 4.5.3.1.3). */
  static final int MAX_CHARACTERS = 254;

  private EntryText() {}

  /**
   * The entry as it is kept.
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
   * An entry that may be added: not a top level domain, which names most of the world.
   *
   * @throws IllegalArgumentException as {@link #normal}
   */
  static String added(String text) {
    String entry = normal(text);
    if (entry.indexOf('@') < 0 && entry.indexOf('.', 1) < 0) {
      throw new IllegalArgumentException("must be narrower than a top level domain");
    }
    return entry;
  }

  private static String address(String text) {
    MailAddress address = AddressParser.parse("entry", text);
    return address.key();
  }
}
