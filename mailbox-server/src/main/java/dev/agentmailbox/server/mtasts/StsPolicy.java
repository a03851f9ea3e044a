package dev.agentmailbox.server.mtasts;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A policy (RFC 8461 section 3.2).
 *
 * @param mode what to do when a server does not match
 * @param servers names or wildcard names, in lower case
 * @param maxAge how long it is valid
 */
public record StsPolicy(Mode mode, List<String> servers, Duration maxAge) {
  /** Section 3.2: about a year. */
  private static final long MAX_AGE_SECONDS = 31_557_600;

  private static final int SERVERS = 100;
  private static final String VERSION = "STSv1";

  /** The mode of a policy. */
  public enum Mode {
    ENFORCE,
    TESTING,
    NONE
  }

  public StsPolicy {
    servers = List.copyOf(servers);
  }

  /** Whether delivery requires a listed server and validated TLS. */
  public boolean isEnforced() {
    return mode == Mode.ENFORCE;
  }

  /**
   * Whether the policy names this server (section 4.1): a wildcard matches exactly one label.
   *
   * @param host lower case, no trailing dot
   */
  public boolean allows(String host) {
    int dot = host.indexOf('.');
    String wildcard = dot < 1 ? host : "*" + host.substring(dot);
    return servers.contains(host) || servers.contains(wildcard);
  }

  /** Parses a policy file; empty when invalid. Unknown keys are ignored. */
  static Optional<StsPolicy> parse(String text) {
    String version = null;
    Mode mode = null;
    Duration maxAge = null;
    List<String> servers = new ArrayList<>();
    for (String line : text.split("\r?\n", -1)) {
      int colon = line.indexOf(':');
      String key = colon < 0 ? "" : line.substring(0, colon).strip();
      String value = line.substring(colon + 1).strip();
      // Section 3.2: the first occurrence of a repeated key counts, except for mx.
      if (key.equals("version") && version == null) {
        version = value;
      } else if (key.equals("mode") && mode == null) {
        mode = mode(value);
      } else if (key.equals("max_age") && maxAge == null) {
        maxAge = maxAge(value);
      } else if (key.equals("mx") && servers.size() < SERVERS) {
        servers.add(value.toLowerCase(Locale.ROOT));
      }
    }
    boolean whole =
        VERSION.equals(version)
            && mode != null
            && maxAge != null
            && (mode == Mode.NONE || !servers.isEmpty());
    return whole && mode != null && maxAge != null
        ? Optional.of(new StsPolicy(mode, servers, maxAge))
        : Optional.empty();
  }

  private static @Nullable Mode mode(String value) {
    return switch (value) {
      case "enforce" -> Mode.ENFORCE;
      case "testing" -> Mode.TESTING;
      case "none" -> Mode.NONE;
      default -> null;
    };
  }

  private static @Nullable Duration maxAge(String value) {
    return value.matches("[0-9]{1,10}")
        ? Duration.ofSeconds(Math.min(Long.parseLong(value), MAX_AGE_SECONDS))
        : null;
  }
}
