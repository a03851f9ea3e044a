package dev.agentmailbox.mime.text;

/** The digits of base64 (RFC 4648 section 4). */
public final class Base64Digits {
  private Base64Digits() {}

  /** Six bits; -1 when the character is not a digit. */
  public static int value(char c) {
    if (c >= 'A' && c <= 'Z') {
      return c - 'A';
    }
    if (c >= 'a' && c <= 'z') {
      return c - 'a' + 26;
    }
    if (c >= '0' && c <= '9') {
      return c - '0' + 52;
    }
    return c == '+' ? 62 : c == '/' ? 63 : -1;
  }
}
