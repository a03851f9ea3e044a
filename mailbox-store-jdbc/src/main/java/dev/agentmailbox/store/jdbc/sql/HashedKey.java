package dev.agentmailbox.store.jdbc.sql;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Foreign text as an index key. Text of any length is a valid Message-ID or subject, but not a
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
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(clean.getBytes(StandardCharsets.UTF_8));
      return HASHED + HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
