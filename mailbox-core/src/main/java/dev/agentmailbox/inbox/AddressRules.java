package dev.agentmailbox.inbox;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which usernames may become addresses. Syntax is the caller's mistake; reserved and look-alike
 * names are told as unavailable. Immutable and thread safe.
 */
public final class AddressRules {
  public static final int MIN_CHARACTERS = 3;
  public static final int MAX_CHARACTERS = 32;

  private static final Pattern SHAPE = Pattern.compile("[a-z0-9._-]{3,32}");

  /** Names of RFC 2142 that receive reports, and those that speak for the service. */
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
          // who speaks for the service
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
   * Rules of a service.
   *
   * @param serviceName reserved like the rest
   */
  public AddressRules(String serviceName) {
    RESERVED.forEach(name -> reservedFolds.add(fold(name)));
    reservedFolds.add(fold(serviceName.toLowerCase(Locale.ROOT)));
  }

  /** What is wrong with the way a username is written; empty when nothing is. */
  public Optional<String> syntaxProblem(String username) {
    if (!SHAPE.matcher(username).matches()) {
      return Optional.of("must be 3 to 32 characters from a-z, 0-9, dot, underscore, hyphen");
    }
    if (username.startsWith(".") || username.endsWith(".") || username.contains("..")) {
      return Optional.of("must not begin or end with a dot or have two in a row");
    }
    return Optional.empty();
  }

  /** Whether the name is reserved or reads like a reserved one. */
  public boolean isReserved(String username) {
    return reservedFolds.contains(fold(username));
  }

  /**
   * What a hasty reader sees: without separators, digits read as letters, pairs that look like one
   * letter joined, doubled letters single.
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
