package dev.agentmailbox.list;

import dev.agentmailbox.message.CanonicalAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Matching of list entries with addresses and with each other. */
public final class EntryNames {
  private EntryNames() {}

  /**
   * All entries that cover this one: for an address, itself, its domain, and each parent domain
   * with a leading dot; for a domain, itself and the parents; for {@code .example.com}, itself and
   * its parents.
   *
   * @param entry an entry, or an address as received, in any case and with any domain
   */
  public static List<String> covering(String entry) {
    String key = CanonicalAddress.of(entry).toLowerCase(Locale.ROOT);
    int at = key.lastIndexOf('@');
    String domain = key.substring(at + 1);
    Set<String> names = new LinkedHashSet<>();
    names.add(key);
    names.add(domain);
    for (int dot = domain.indexOf('.'); dot >= 0; dot = domain.indexOf('.', dot + 1)) {
      names.add(domain.substring(dot));
    }
    return new ArrayList<>(names);
  }
}
