package dev.agentmailbox.access;

import java.security.SecureRandom;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

// spec Identifiers.11
/** A full API key, {@code sk_<prefix>_<secret>}. */
public final class KeySecret extends SecretText {
  private static final String BASE62 =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final int PREFIX_CHARACTERS = 8;
  private static final int SECRET_CHARACTERS = 43;
  private static final Pattern SHAPE =
      Pattern.compile("sk_([0-9A-Za-z]{1,32})_([0-9A-Za-z_-]{1,200})");

  private final String prefix;

  private KeySecret(String prefix, String text) {
    super(text);
    this.prefix = prefix;
  }

  public static KeySecret generate(SecureRandom random) {
    String prefix = base62(random, PREFIX_CHARACTERS);
    return new KeySecret(prefix, "sk_" + prefix + "_" + base62(random, SECRET_CHARACTERS));
  }

  /** Parses a key; empty when the text does not have its form. */
  public static Optional<KeySecret> parse(String text) {
    Matcher matcher = SHAPE.matcher(text);
    return matcher.matches()
        ? Optional.of(new KeySecret(matcher.group(1), text))
        : Optional.empty();
  }

  public String prefix() {
    return prefix;
  }

  /** Length of the secret part, to check that a chosen key is long enough. */
  public int secretLength() {
    return reveal().length() - prefix.length() - "sk__".length();
  }

  private static String base62(SecureRandom random, int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(BASE62.charAt(random.nextInt(BASE62.length())));
    }
    return text.toString();
  }
}
