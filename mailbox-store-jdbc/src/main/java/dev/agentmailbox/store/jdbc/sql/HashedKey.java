package dev.agentmailbox.store.jdbc.sql;

import dev.agentmailbox.hash.Sha256;

/**
 * External text as an index key. Text of any length is a valid Message-ID or subject, but not a
 * valid index key; long text is represented by its SHA-256.
 */
public final class HashedKey {
  static final int MAX_CHARACTERS = 200;
  private static final String HASHED = "sha256:";

  private HashedKey() {}

  public static String of(String text) {
    String clean = text.indexOf('\0') < 0 ? text : text.replace("\0", "");
    if (clean.length() <= MAX_CHARACTERS && !clean.startsWith(HASHED)) {
      return clean;
    }
    return HASHED + Sha256.hex(clean);
  }
}
