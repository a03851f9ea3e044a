package dev.agentmailbox.server.delivery;

/**
 * The last look at an envelope address before it is written between angle brackets: nothing that
 * could end the brackets, the word or the line (CVE-2025-7962 was such a gap).
 */
final class AddressCheck {
  private static final int ADDRESS_CHARACTERS = 320;

  private AddressCheck() {}

  /** Whether a recipient may be written. */
  static boolean isRecipient(String address) {
    return !address.isEmpty() && isSender(address);
  }

  /** Whether a return path may be written; the empty one may. */
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
