package dev.agentmailbox.access;

import dev.agentmailbox.hash.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * What a client program holds of a grant, or of itself: 256 random bits as text. Its {@code
 * toString} says nothing.
 *
 * @param reveal the text, for the client only
 */
public record GrantSecret(String reveal) {
  private static final int BYTES = 32;

  /** A new one from the given source of randomness. */
  public static GrantSecret generate(SecureRandom random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return new GrantSecret(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /** SHA-256 of the text in lower-case hexadecimal: what the store knows it by. */
  public String hash() {
    return Sha256.hex(reveal);
  }

  /** Whether the text is the one whose challenge was shown before (RFC 7636 section 4.6). */
  public boolean answers(String challenge) {
    String own = Base64.getUrlEncoder().withoutPadding().encodeToString(Sha256.of(reveal));
    return MessageDigest.isEqual(
        own.getBytes(StandardCharsets.US_ASCII), challenge.getBytes(StandardCharsets.US_ASCII));
  }

  /** Compares in constant time. */
  public boolean matches(String storedHash) {
    return MessageDigest.isEqual(
        hash().getBytes(StandardCharsets.US_ASCII), storedHash.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public String toString() {
    return "GrantSecret[…]";
  }
}
