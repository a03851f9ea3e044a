package dev.agentmailbox.server.delivery;

/**
 * Validates envelope addresses before they are written in angle brackets: prevents SMTP command
 * injection (as in CVE-2025-7962).
 */
final class AddressCheck {
  private static final int ADDRESS_CHARACTERS = 320;

  private AddressCheck() {}

  /** Whether a recipient is safe to send. */
  static boolean isRecipient(String address) {
    return !address.isEmpty() && isSender(address);
  }

  /** Whether a return path is safe to send; the empty one is. */
  static boolean isSender(String address) {
    return address.length() <= ADDRESS_CHARACTERS
        && address.codePoints().allMatch(AddressCheck::isHarmless);
  }

  static boolean isAscii(String address) {
    return address.chars().allMatch(c -> c < 0x80);
  }

  private static boolean isHarmless(int c) {
    boolean control = c < ' ' || (c >= 0x7f && c <= 0xa0) || c == 0x2028 || c == 0x2029;
    return !control
        && c != ' '
        && c != '<'
        && c != '>'
        && Character.getType(c) != Character.SURROGATE;
  }
}
