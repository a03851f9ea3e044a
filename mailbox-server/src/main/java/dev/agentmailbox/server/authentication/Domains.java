package dev.agentmailbox.server.authentication;

import java.net.IDN;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Domain names in mail (RFC 5321 section 2.3.5, RFC 5890). */
final class Domains {
  private static final int MAX_LENGTH = 253;
  private static final Pattern LABEL =
      Pattern.compile("[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?");

  /** DNS names may contain any octet; these are the characters valid in mail. */
  private static final Pattern QUESTION = Pattern.compile("[ -~]{1,253}");

  private Domains() {}

  /**
   * The name in lower-case ASCII; empty when it cannot be the domain of a mail address: a single
   * label, an address literal, an empty label, or a character invalid in host names.
   */
  static Optional<String> parse(String text) {
    String ascii = text;
    if (!text.chars().allMatch(c -> c < 0x80)) {
      try {
        ascii = IDN.toASCII(text, IDN.USE_STD3_ASCII_RULES);
      } catch (IllegalArgumentException notIdna) {
        return Optional.empty();
      }
    }
    if (ascii.isEmpty() || ascii.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    List<String> labels = labels(ascii);
    boolean valid =
        labels.size() > 1 && labels.stream().allMatch(label -> LABEL.matcher(label).matches());
    return valid ? Optional.of(ascii.toLowerCase(Locale.ROOT)) : Optional.empty();
  }

  static boolean canBeAsked(String name) {
    return QUESTION.matcher(name).matches()
        && labels(name).stream().allMatch(label -> !label.isEmpty() && label.length() <= 63);
  }

  static List<String> labels(String name) {
    return Arrays.asList(name.split("\\.", -1));
  }

  /** The last {@code count} labels. */
  static String last(List<String> labels, int count) {
    return String.join(".", labels.subList(labels.size() - count, labels.size()));
  }
}
