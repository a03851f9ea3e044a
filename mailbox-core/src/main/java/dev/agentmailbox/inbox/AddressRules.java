package dev.agentmailbox.inbox;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Rules for usernames. Malformed names are validation errors; reserved and look-alike names are
 * reported as unavailable. Immutable.
 */
public final class AddressRules {
  public static final int MIN_CHARACTERS = 3;
  public static final int MAX_CHARACTERS = 32;

  private static final Pattern SHAPE = Pattern.compile("[a-z0-9._-]{3,32}");

  /** Role names of RFC 2142, and names that impersonate the service. */
  private static final List<String> RESERVED =
      List.of(
          // RFC 2142, sections 4 and 5
          "abuse",
          "noc",
          "security",
          "postmaster",
          "hostmaster",
          "usenet",
          "webmaster",
          "www",
          "uucp",
          "ftp",
          // names that impersonate the service
          "admin",
          "root",
          "noreply",
          "no-reply",
          "daemon",
          "mailer-daemon",
          "api",
          "console",
          "bounce");

  private final Set<String> reservedFolds = new HashSet<>();

  /**
   * Creates the rules.
   *
   * @param serviceName reserved as well
   */
  public AddressRules(String serviceName) {
    RESERVED.forEach(name -> reservedFolds.add(fold(name)));
    reservedFolds.add(fold(serviceName.toLowerCase(Locale.ROOT)));
  }

  /** Describes a syntax error; empty when the username is well-formed. */
  public Optional<String> syntaxProblem(String username) {
    if (!SHAPE.matcher(username).matches()) {
      return Optional.of("must have 3 to 32 characters from a-z, 0-9, dot, underscore and hyphen");
    }
    if (username.startsWith(".") || username.endsWith(".") || username.contains("..")) {
      return Optional.of("must not begin or end with a dot or contain two dots in a row");
    }
    return Optional.empty();
  }

  /** Whether the name is reserved or looks like a reserved one. */
  public boolean isReserved(String username) {
    return reservedFolds.contains(fold(username));
  }

  /**
   * A skeleton for look-alike detection: separators removed, digits mapped to letters, pairs that
   * look like one letter merged, doubled letters collapsed.
   */
  static String fold(String name) {
    StringBuilder letters = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      switch (c) {
        case '.', '_', '-' -> {}
        case '0' -> letters.append('o');
        case '1', 'i', 'j' -> letters.append('l');
        case '3' -> letters.append('e');
        case '4' -> letters.append('a');
        case '5' -> letters.append('s');
        case '7' -> letters.append('t');
        case '8' -> letters.append('b');
        case '9' -> letters.append('g');
        default -> letters.append(c);
      }
    }
    String joined = letters.toString().replace("rn", "m").replace("vv", "w").replace("cl", "d");
    StringBuilder single = new StringBuilder(joined.length());
    for (int i = 0; i < joined.length(); i++) {
      if (i == 0 || joined.charAt(i) != joined.charAt(i - 1)) {
        single.append(joined.charAt(i));
      }
    }
    return single.toString();
  }
}
