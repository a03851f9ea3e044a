package dev.agentmailbox.access;

import dev.agentmailbox.hash.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

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
    return Sha256.hex(reveal);
  }

  /** Compares in constant time. */
  public boolean matches(String storedHash) {
    return MessageDigest.isEqual(
        hash().getBytes(StandardCharsets.US_ASCII), storedHash.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public String toString() {
    return "SessionCookie[…]";
  }
}
