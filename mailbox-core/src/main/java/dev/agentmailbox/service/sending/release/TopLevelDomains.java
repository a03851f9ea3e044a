package dev.agentmailbox.service.sending.release;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The top-level domains of the root zone (bundled copy), and names reserved for local networks,
 * tests and examples (RFC 2606, RFC 6761, RFC 7686, RFC 9476).
 */
final class TopLevelDomains {
  private static final String FILE = "top-level-domains.txt";

  private static final List<String> RESERVED =
      List.of("alt", "example", "internal", "invalid", "local", "localhost", "onion", "test");

  private static final Set<String> NAMES = load();

  private TopLevelDomains() {}

  /**
   * Whether this is a top-level domain.
   *
   * @param label in any case, as a U-label or an A-label (RFC 5890)
   */
  static boolean contain(String label) {
    return NAMES.contains(label.toLowerCase(Locale.ROOT));
  }

  private static Set<String> load() {
    Set<String> names = new HashSet<>(RESERVED);
    try (InputStream file = TopLevelDomains.class.getResourceAsStream(FILE)) {
      if (file == null) {
        throw new IllegalStateException(FILE + " is missing");
      }
      new BufferedReader(new InputStreamReader(file, StandardCharsets.US_ASCII))
          .lines()
          .filter(line -> !line.startsWith("#"))
          .forEach(
              name -> {
                names.add(name);
                names.add(IDN.toUnicode(name));
              });
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return Set.copyOf(names);
  }
}
