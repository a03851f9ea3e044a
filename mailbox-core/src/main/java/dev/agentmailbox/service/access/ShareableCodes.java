package dev.agentmailbox.service.access;

import java.security.SecureRandom;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Codes passed on by humans: a prefix and two groups of four, 40 random bits in an alphabet without
 * look-alikes. They rely on rate limits on attempts. Thread safe.
 */
public final class ShareableCodes {
  private static final char[] ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".toCharArray();
  private static final int GROUP_CHARACTERS = 4;

  /** Longer input is rejected unread. */
  private static final int MAX_CHARACTERS = 64;

  private final String prefix;
  private final Pattern shape;
  private final SecureRandom random = new SecureRandom();

  /**
   * Creates the service.
   *
   * @param prefix capital letters and digits; empty for none
   */
  public ShareableCodes(String prefix) {
    this.prefix = prefix.isEmpty() ? "" : prefix + "-";
    this.shape = Pattern.compile(Pattern.quote(this.prefix) + "[0-9A-Z]{4}-[0-9A-Z]{4}");
  }

  public String generate() {
    return prefix + group() + "-" + group();
  }

  /** The first group of a code. */
  public String firstGroup(String code) {
    return code.substring(prefix.length(), prefix.length() + GROUP_CHARACTERS);
  }

  /** Normalizes typed input; empty when it cannot be a code. */
  public Optional<String> read(String typed) {
    if (typed.length() > MAX_CHARACTERS) {
      return Optional.empty();
    }
    String code = typed.strip().toUpperCase(Locale.ROOT);
    return shape.matcher(code).matches() ? Optional.of(code) : Optional.empty();
  }

  private String group() {
    StringBuilder group = new StringBuilder(GROUP_CHARACTERS);
    for (int i = 0; i < GROUP_CHARACTERS; i++) {
      group.append(ALPHABET[random.nextInt(ALPHABET.length)]);
    }
    return group.toString();
  }
}
