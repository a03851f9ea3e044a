package dev.agentmailbox.access;

import dev.agentmailbox.hash.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A bearer secret, stored only as its hash. {@code toString} omits it.
 *
 * <p>Generated secrets have at least 256 random bits, so a plain SHA-256 suffices and no slow hash
 * is needed. Immutable.
 */
public abstract class SecretText {
  private static final int BYTES = 32;

  private final String text;

  /** Computed when it is first asked for; the same whichever thread does. */
  private @Nullable String hash;

  SecretText(String text) {
    this.text = text;
  }

  /** 256 random bits in base64url. */
  static String random(SecureRandom random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** The secret in clear, to be given to its holder only. */
  public final String reveal() {
    return text;
  }

  /** SHA-256 of the text in lower-case hexadecimal, as stored. */
  public final String hash() {
    String known = hash;
    if (known == null) {
      known = Sha256.hex(text);
      hash = known;
    }
    return known;
  }

  /** Compares in constant time. */
  public final boolean matches(String storedHash) {
    return same(hash(), storedHash);
  }

  /** Compares in constant time. */
  static boolean same(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.US_ASCII), other.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    return other instanceof SecretText that
        && getClass() == that.getClass()
        && same(hash(), that.hash());
  }

  @Override
  public final int hashCode() {
    return text.hashCode();
  }

  @Override
  public final String toString() {
    return getClass().getSimpleName() + "[…]";
  }
}
