package dev.agentmailbox.service.access;

import java.security.SecureRandom;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Codes that people pass on by hand: a prefix and two groups of four, 40 random bits in an alphabet
 * without look-alikes. They are worth something only behind limits of attempts. Thread safe.
 */
public final class HandCodes {
  private static final char[] ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".toCharArray();
  private static final int GROUP_CHARACTERS = 4;

  /** More cannot be a code and is not looked at. */
  private static final int MAX_CHARACTERS = 64;

  private final String prefix;
  private final Pattern shape;
  private final SecureRandom random = new SecureRandom();

  /**
   * Codes of a service.
   *
   * @param prefix capital letters and digits; empty for codes without one
   */
  public HandCodes(String prefix) {
    this.prefix = prefix.isEmpty() ? "" : prefix + "-";
    this.shape = Pattern.compile(Pattern.quote(this.prefix) + "[0-9A-Z]{4}-[0-9A-Z]{4}");
  }

  /** A new code; its first group stands after the prefix. */
  public String generate() {
    return prefix + group() + "-" + group();
  }

  /** The first of the two groups of a code. */
  public String firstGroup(String code) {
    return code.substring(prefix.length(), prefix.length() + GROUP_CHARACTERS);
  }

  /** The code as it was made, from what somebody typed; empty when it can be none. */
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
