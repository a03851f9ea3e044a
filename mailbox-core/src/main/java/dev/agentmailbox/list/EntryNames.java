package dev.agentmailbox.list;

import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.message.CanonicalAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Matching of list entries with addresses and with each other. */
public final class EntryNames {
  /** The domain of the entries of erased addresses, which no address has (RFC 2606). */
  private static final String ERASED = "@erased.invalid";

  private EntryNames() {}

  /**
   * The entry that stands for an erased address: the SHA-256 of the address, so that a lookup of
   * that address still matches.
   *
   * @param address as of {@link CanonicalAddress}, in lower case
   */
  public static String erased(String address) {
    return Sha256.hex(address) + ERASED;
  }

  /**
   * All entries that cover this one: for an address, itself, its {@link #erased} form, its domain,
   * and each parent domain with a leading dot; for a domain, itself and the parents; for {@code
   * .example.com}, itself and its parents.
   *
   * @param entry an entry, or an address as received, in any case and with any domain
   */
  public static List<String> covering(String entry) {
    String key = CanonicalAddress.of(entry).toLowerCase(Locale.ROOT);
    int at = key.lastIndexOf('@');
    String domain = key.substring(at + 1);
    Set<String> names = new LinkedHashSet<>();
    names.add(key);
    if (at > 0) {
      names.add(erased(key));
    }
    names.add(domain);
    for (int dot = domain.indexOf('.'); dot >= 0; dot = domain.indexOf('.', dot + 1)) {
      names.add(domain.substring(dot));
    }
    return new ArrayList<>(names);
  }
}
