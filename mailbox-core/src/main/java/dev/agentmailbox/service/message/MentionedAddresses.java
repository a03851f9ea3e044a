package dev.agentmailbox.service.message;

import dev.agentmailbox.message.CanonicalAddress;
import java.util.Locale;
import java.util.Set;

/** Finds the addresses that a text names. */
final class MentionedAddresses {
  private static final int MAX_LOCAL_CHARACTERS = 64;
  private static final int MAX_DOMAIN_CHARACTERS = 253;

  /** Most addresses of one text that differ only in where they begin. */
  private static final int MAX_VARIANTS = 4;

  private MentionedAddresses() {}

  /** Adds the addresses of a text to those already found, up to one more than the limit. */
  static void addTo(Set<String> addresses, SpelledText text, int limit) {
    text.source().forEach(form -> addTo(addresses, form, limit));
    text.text().forEach(form -> addTo(addresses, form, limit));
  }

  private static void addTo(Set<String> addresses, String form, int limit) {
    for (int at = form.indexOf('@');
        at >= 0 && addresses.size() <= limit;
        at = form.indexOf('@', at + 1)) {
      String local = local(form, at);
      String domain = domain(form, at);
      if (!local.isEmpty() && domain.indexOf('.') > 0) {
        add(addresses, local, domain);
        String plain = ascii(domain);
        if (plain.length() < domain.length() && plain.indexOf('.') > 0) {
          add(addresses, local, plain);
        }
      }
    }
  }

  private static String local(String form, int at) {
    int start = at;
    while (start > 0 && at - start < MAX_LOCAL_CHARACTERS && isLocal(form.charAt(start - 1))) {
      start--;
    }
    while (start < at && ".'-".indexOf(form.charAt(start)) >= 0) {
      start++;
    }
    return form.substring(start, at);
  }

  private static String domain(String form, int at) {
    int end = at + 1;
    while (end < form.length() && end - at <= MAX_DOMAIN_CHARACTERS && isDomain(form.charAt(end))) {
      end++;
    }
    while (end > at + 1 && !Character.isLetterOrDigit(form.charAt(end - 1))) {
      end--;
    }
    return form.substring(at + 1, end);
  }

  /** The beginning before a word in another script that follows without a blank. */
  private static String ascii(String domain) {
    int end = 0;
    while (end < domain.length() && domain.charAt(end) < 0x80) {
      end++;
    }
    return domain.substring(0, end);
  }

  /**
   * Adds the address, and those that begin behind a character with which people quote or stress
   * words, or behind a word in another script.
   */
  private static void add(Set<String> addresses, String local, String domain) {
    addKey(addresses, local, domain);
    int variants = 0;
    for (int i = local.length() - 1; i > 0 && variants < MAX_VARIANTS; i--) {
      if (isEdge(local.charAt(i - 1)) && !isEdge(local.charAt(i))) {
        addKey(addresses, local.substring(i), domain);
        variants++;
      }
    }
  }

  private static boolean isEdge(char letter) {
    return "*'`_~|{}=/!#$%&?^".indexOf(letter) >= 0 || letter >= 0x80;
  }

  private static void addKey(Set<String> addresses, String local, String domain) {
    String address = local + "@" + domain;
    if (!addresses.contains(address)) {
      addresses.add(CanonicalAddress.of(address).toLowerCase(Locale.ROOT));
    }
  }

  private static boolean isLocal(char letter) {
    return Character.isLetterOrDigit(letter) || "!#$%&'*+-/=?^_`{|}~.".indexOf(letter) >= 0;
  }

  private static boolean isDomain(char letter) {
    return Character.isLetterOrDigit(letter) || letter == '.' || letter == '-';
  }
}
