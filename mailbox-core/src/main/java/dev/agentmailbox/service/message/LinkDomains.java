package dev.agentmailbox.service.message;

import dev.agentmailbox.message.CanonicalAddress;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.port.RegistrableDomains;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the registrable domains of the links in a text: behind {@code //}, or bare where mail
 * clients make a link of it. The whole registrable domain counts, because its owner answers for all
 * names below it and a name can carry data. Addresses are not links.
 */
public final class LinkDomains {
  private static final int MAX_HOST_CHARACTERS = 253;

  /** Most characters of the user information before a host (RFC 3986 section 3.2.1). */
  private static final int MAX_USER_CHARACTERS = 256;

  /** Most domains found in a mail that is sent. */
  private static final int MAX_FOUND = 100;

  /** Part of a long text that is read again with the next piece, so that no link is cut. */
  private static final int OVERLAP = 1024;

  /** What a link has instead of the local part of an address. */
  private static final String CONTACT = "//@";

  private LinkDomains() {}

  /**
   * The name under which a domain that mail may link to is noted among the contacts of an inbox.
   */
  public static String contact(String domain) {
    return CONTACT + domain;
  }

  /** The domains that a whole mail links to, however long it is, in order of their occurrence. */
  public static Set<String> of(
      @Nullable String subject,
      @Nullable String text,
      @Nullable String html,
      RegistrableDomains registrable) {
    Set<String> domains = new LinkedHashSet<>();
    for (String plain : Arrays.asList(subject, text)) {
      if (plain != null) {
        for (String piece : pieces(plain)) {
          addTo(domains, SpelledText.ofText(piece), registrable, MAX_FOUND);
        }
      }
    }
    if (html != null) {
      for (String piece : pieces(html)) {
        addTo(domains, SpelledText.ofHtml(piece), registrable, MAX_FOUND);
      }
    }
    return domains;
  }

  private static List<String> pieces(String text) {
    List<String> pieces = new ArrayList<>();
    int start = 0;
    int end;
    do {
      end = Math.min(text.length(), start + SpelledText.MAX_CHARACTERS);
      pieces.add(text.substring(start, end));
      start = end - OVERLAP;
    } while (end < text.length());
    return pieces;
  }

  /** The domains that a composed mail links to, those of a forwarded message included. */
  public static Set<String> of(ParsedMessage mail, RegistrableDomains registrable) {
    return of(mail.headers().subject(), mail.text(), mail.html(), registrable);
  }

  /**
   * Adds the domains of a text to those already found, up to one more than the limit. Bare hosts
   * count only in what a reader sees: in the source of HTML, names of style rules look like hosts.
   */
  static void addTo(
      Set<String> domains, SpelledText text, RegistrableDomains registrable, int limit) {
    Found found = new Found(domains, new HashSet<>(), registrable, limit);
    text.source().forEach(form -> addLinked(found, form));
    for (String form : text.text()) {
      addLinked(found, form);
      addBare(found, form);
    }
  }

  /** What is found in the forms of a text; a host is looked up once. */
  private record Found(
      Set<String> domains, Set<String> hosts, RegistrableDomains registrable, int limit) {
    void add(String host) {
      if (hosts.add(host)) {
        domains.add(domain(host, registrable));
      }
    }

    boolean full() {
      return domains.size() > limit;
    }
  }

  private static void addBare(Found found, String form) {
    for (int dot = form.indexOf('.'); dot >= 0 && !found.full(); ) {
      int start = startOf(form, dot);
      int end = endOf(form, dot);
      if (at(form, start - 1) != '@') {
        String host = host(form, start, end);
        if (isName(host)) {
          found.add(host);
        }
      }
      dot = form.indexOf('.', Math.max(end, dot + 1));
    }
  }

  /** Hosts behind two slashes, whatever their names. */
  private static void addLinked(Found found, String form) {
    for (int slash = slashes(form, 0); slash >= 0 && !found.full(); slash = slashes(form, slash)) {
      int start = afterUser(form, slash);
      String host = host(form, start, endOf(form, start));
      if (!host.isEmpty()) {
        found.add(host);
      }
    }
  }

  /** The end of the next two slashes, of which browsers take either kind; -1 for none. */
  private static int slashes(String form, int from) {
    for (int i = from; i + 1 < form.length(); i++) {
      if (isSlash(form.charAt(i)) && isSlash(form.charAt(i + 1))) {
        int end = i + 2;
        while (end < form.length() && isSlash(form.charAt(end))) {
          end++;
        }
        return end;
      }
    }
    return -1;
  }

  private static boolean isSlash(char c) {
    return c == '/' || c == '\\';
  }

  /** Where the host begins behind user information, which may look like another host. */
  private static int afterUser(String form, int start) {
    int last = start;
    for (int i = start; i < form.length() && i - start < MAX_USER_CHARACTERS; i++) {
      char c = form.charAt(i);
      if (c == '@') {
        last = i + 1;
      } else if (isSlash(c) || c == '?' || c == '#' || c <= ' ' || "\"'<>".indexOf(c) >= 0) {
        break;
      }
    }
    return last;
  }

  private static int startOf(String form, int dot) {
    int start = dot;
    while (dot - start < MAX_HOST_CHARACTERS && isOfHost(at(form, start - 1))) {
      start--;
    }
    return start;
  }

  private static int endOf(String form, int start) {
    int end = start;
    while (end - start < MAX_HOST_CHARACTERS && isOfHost(at(form, end))) {
      end++;
    }
    return end;
  }

  private static String host(String form, int start, int end) {
    int first = start;
    int last = end;
    while (first < last && !Character.isLetterOrDigit(form.charAt(first))) {
      first++;
    }
    while (last > first && !Character.isLetterOrDigit(form.charAt(last - 1))) {
      last--;
    }
    return form.substring(first, last);
  }

  private static boolean isName(String host) {
    int dot = host.lastIndexOf('.');
    return dot > 0 && (TopLevelDomains.contain(host.substring(dot + 1)) || isAddress(host));
  }

  /** An IPv4 address, which has no domain. */
  private static boolean isAddress(String host) {
    return host.chars().filter(c -> c == '.').count() == 3
        && host.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
  }

  private static String domain(String host, RegistrableDomains registrable) {
    String ascii = CanonicalAddress.domain(host).toLowerCase(Locale.ROOT);
    return isAddress(ascii) || ascii.indexOf('.') < 0 ? ascii : registrable.of(ascii);
  }

  private static char at(String form, int index) {
    return index >= 0 && index < form.length() ? form.charAt(index) : ' ';
  }

  private static boolean isOfHost(char c) {
    return c == '.' || c == '-' || c == '_' || Character.isLetterOrDigit(c);
  }
}
