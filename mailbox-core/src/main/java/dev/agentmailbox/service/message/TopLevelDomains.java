package dev.agentmailbox.service.message;

import dev.agentmailbox.mime.ResourceLines;
import java.net.IDN;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The top-level domains of the root zone (bundled copy), and names reserved for local networks,
 * tests and examples (RFC 2606, RFC 6761, RFC 7686, RFC 9476).
 */
public final class TopLevelDomains {
  private static final List<String> RESERVED =
      List.of("alt", "example", "internal", "invalid", "local", "localhost", "onion", "test");

  private static final Set<String> NAMES = load();

  private TopLevelDomains() {}

  /**
   * Whether this is a top-level domain.
   *
   * @param label in any case, as a U-label or an A-label (RFC 5890)
   */
  public static boolean contain(String label) {
    return NAMES.contains(label.toLowerCase(Locale.ROOT));
  }

  private static Set<String> load() {
    Set<String> names = new HashSet<>(RESERVED);
    for (String name : ResourceLines.of(TopLevelDomains.class, "top-level-domains.txt")) {
      names.add(name);
      names.add(IDN.toUnicode(name));
    }
    return Set.copyOf(names);
  }
}
