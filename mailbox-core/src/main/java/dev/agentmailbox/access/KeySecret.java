package dev.agentmailbox.access;

import dev.agentmailbox.hash.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of an API key, {@code sk_<prefix>_<secret>}. Its {@code toString} says nothing.
 *
 * <p>A secret has at least 256 bits, so a plain SHA-256 is enough to store it and no slow hash is
 * needed.
 */
public final class KeySecret {
  private static final String BASE62 =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final int PREFIX_CHARACTERS = 8;
  private static final int SECRET_CHARACTERS = 43;
  private static final Pattern SHAPE =
      Pattern.compile("sk_([0-9A-Za-z]{1,32})_([0-9A-Za-z_-]{1,200})");

  private final String prefix;
  private final String text;

  private KeySecret(String prefix, String text) {
    this.prefix = prefix;
    this.text = text;
  }

  /** A new key from the given source of randomness. */
  public static KeySecret generate(SecureRandom random) {
    String prefix = base62(random, PREFIX_CHARACTERS);
    return new KeySecret(prefix, "sk_" + prefix + "_" + base62(random, SECRET_CHARACTERS));
  }

  /** Reads a key; empty when the text has not the shape of one. */
  public static Optional<KeySecret> parse(String text) {
    Matcher matcher = SHAPE.matcher(text);
    return matcher.matches()
        ? Optional.of(new KeySecret(matcher.group(1), text))
        : Optional.empty();
  }

  public String prefix() {
    return prefix;
  }

  /** The length of the secret part, for a check that a chosen key is long enough. */
  public int secretLength() {
    return text.length() - prefix.length() - "sk__".length();
  }

  /** SHA-256 of the whole key in lower-case hexadecimal. */
  public String hash() {
    return Sha256.hex(text);
  }

  /** Compares in constant time. */
  public boolean matches(String storedHash) {
    return MessageDigest.isEqual(
        hash().getBytes(StandardCharsets.US_ASCII), storedHash.getBytes(StandardCharsets.US_ASCII));
  }

  /** The key itself, to be shown once. */
  public String reveal() {
    return text;
  }

  @Override
  public String toString() {
    return "KeySecret[…]";
  }

  private static String base62(SecureRandom random, int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(BASE62.charAt(random.nextInt(BASE62.length())));
    }
    return text.toString();
  }
}
