package dev.agentmailbox.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/**
 * The secret that a browser keeps: 256 random bits as text. Its {@code toString} says nothing.
 *
 * @param reveal the text, for the cookie only
 */
public record SessionCookie(String reveal) {
  private static final int BYTES = 32;

  /** A new one from the given source of randomness. */
  public static SessionCookie generate(SecureRandom random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return new SessionCookie(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /** SHA-256 of the text in lower-case hexadecimal: what the store knows it by. */
  public String hash() {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(reveal.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return "SessionCookie[…]";
  }
}
