package dev.agentmailbox.server.smtp;

import java.util.List;

/**
 * Sequences that some mail servers took for the end of a message (CVE-2023-51764 and its kin). None
 * of them is one.
 */
public final class SmugglingForms {
  private static final List<String> ALL =
      List.of(
          "\n.\n",
          "\n.\r",
          "\r.\n",
          "\r.\r",
          "\n.\r\n",
          "\r.\r\n",
          "\r\n.\n",
          "\r\n.\r",
          "\r\n\0.\r\n",
          "\r\n.\0\r\n",
          "\r\n.\r\r\n",
          "\r\r\n.\r\r\n");

  private SmugglingForms() {}

  public static List<String> all() {
    return ALL;
  }
}
