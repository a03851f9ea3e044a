package dev.agentmailbox.server.delivery;

import java.util.regex.Pattern;

/**
 * Validates envelope addresses before they are written in angle brackets: prevents SMTP command
 * injection (as in CVE-2025-7962).
 */
final class AddressCheck {
  private static final int ADDRESS_CHARACTERS = 320;

  /** Controls, Unicode line ends and lone surrogates. */
  private static final String UNSAFE = "\\p{Cntrl}\\x80-\\xa0\\u2028\\u2029\\p{Cs}";

  /** Blanks and brackets only within the quotes of the local part. */
  private static final Pattern HARMLESS =
      Pattern.compile(
          "(?:\"(?:[^\"\\\\" + UNSAFE + "]|\\\\[^" + UNSAFE + "])*+\"@)?+[^ <>\"" + UNSAFE + "]*+");

  private AddressCheck() {}

  /** Whether a recipient is safe to send. */
  static boolean isRecipient(String address) {
    return !address.isEmpty() && isSender(address);
  }

  /** Whether a return path is safe to send; the empty one is. */
  static boolean isSender(String address) {
    return address.length() <= ADDRESS_CHARACTERS && HARMLESS.matcher(address).matches();
  }

  static boolean isAscii(String address) {
    return address.chars().allMatch(c -> c < 0x80);
  }
}
