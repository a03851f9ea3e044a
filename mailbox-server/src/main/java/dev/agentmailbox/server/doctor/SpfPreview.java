package dev.agentmailbox.server.doctor;

import dev.agentmailbox.server.dns.Dns;
import dev.agentmailbox.server.dns.DnsException;
import dev.agentmailbox.server.dns.DnsException.Reason;
import dev.agentmailbox.server.dns.MailHost;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Whether an SPF record (RFC 7208) and those that it names allow an address. Not a verifier.
 * Belongs to one thread.
 */
final class SpfPreview {
  /** Receivers give up at a record with more terms that query (RFC 7208 section 4.6.4). */
  static final int MAX_LOOKUPS = 10;

  private static final Set<String> QUERYING =
      Set.of("a", "mx", "include", "redirect", "exists", "ptr");

  /** The result. */
  enum Verdict {
    COVERED,
    NOT_COVERED,
    /** Depends on the sender or on the name of the address. */
    NOT_EVALUATED,
    /** Needs more than {@link #MAX_LOOKUPS}. */
    TOO_MANY_LOOKUPS
  }

  private final Dns dns;
  private final String domain;
  private int lookups;

  SpfPreview(Dns dns, String domain) {
    this.dns = dns;
    this.domain = domain;
  }

  Verdict of(String record, InetAddress address) throws DnsException {
    lookups = 0;
    return of(record, domain, address);
  }

  private Verdict of(String record, String owner, InetAddress address) throws DnsException {
    Verdict verdict = Verdict.NOT_COVERED;
    for (String term : record.toLowerCase(Locale.ROOT).split(" +")) {
      Verdict found = term(term.startsWith("+") ? term.substring(1) : term, owner, address);
      if (found == Verdict.COVERED || found == Verdict.TOO_MANY_LOOKUPS) {
        return found;
      }
      if (found == Verdict.NOT_EVALUATED) {
        verdict = found;
      }
    }
    return verdict;
  }

  private Verdict term(String term, String owner, InetAddress address) throws DnsException {
    String name = term.replaceFirst("[:=/].*", "");
    String rest = term.substring(name.length());
    if (QUERYING.contains(name)) {
      lookups++;
      if (lookups > MAX_LOOKUPS) {
        return Verdict.TOO_MANY_LOOKUPS;
      }
    }
    if (name.equals("exists") || name.equals("ptr") || term.contains("%")) {
      return Verdict.NOT_EVALUATED;
    }
    if (name.equals("include") || name.equals("redirect")) {
      return rest.isEmpty() ? Verdict.NOT_COVERED : other(rest.substring(1), address);
    }
    return matches(name, rest, owner, address) ? Verdict.COVERED : Verdict.NOT_COVERED;
  }

  private Verdict other(String named, InetAddress address) throws DnsException {
    List<String> records =
        existing(() -> dns.texts(named)).stream()
            .filter(text -> text.toLowerCase(Locale.ROOT).startsWith(Records.SPF))
            .toList();
    return records.size() == 1 ? of(records.get(0), named, address) : Verdict.NOT_COVERED;
  }

  private boolean matches(String name, String rest, String owner, InetAddress address)
      throws DnsException {
    String host = rest.startsWith(":") ? rest.substring(1).replaceFirst("/.*", "") : owner;
    List<InetAddress> found = new ArrayList<>();
    switch (name) {
      case "ip4", "ip6" -> {
        return rest.startsWith(":") && inNetwork(rest.substring(1), address);
      }
      case "a" -> found.addAll(existing(() -> dns.addresses(host)));
      case "mx" -> {
        for (MailHost mx : existing(() -> dns.mailHosts(host))) {
          found.addAll(existing(() -> dns.addresses(mx.host())));
        }
      }
      default -> {
        return false;
      }
    }
    return found.stream().anyMatch(a -> a.getHostAddress().equals(address.getHostAddress()));
  }

  private interface Question<T> {
    List<T> ask() throws DnsException;
  }

  /** A name that does not exist has no records. */
  private static <T> List<T> existing(Question<T> question) throws DnsException {
    try {
      return question.ask();
    } catch (DnsException e) {
      if (e.reason() == Reason.NO_SUCH_NAME) {
        return List.of();
      }
      throw e;
    }
  }

  private static boolean inNetwork(String network, InetAddress address) {
    String[] parts = network.split("/", 2);
    if (!parts[0].matches("[0-9.]+|[0-9a-f.]*:[0-9a-f:.]*")) {
      return false;
    }
    try {
      byte[] start = InetAddress.getByName(parts[0]).getAddress();
      byte[] bytes = address.getAddress();
      int bits = parts.length == 1 ? start.length * 8 : Integer.parseInt(parts[1]);
      if (start.length != bytes.length || bits < 0 || bits > start.length * 8) {
        return false;
      }
      for (int bit = 0; bit < bits; bit++) {
        if (((start[bit / 8] ^ bytes[bit / 8]) & (0x80 >> (bit % 8))) != 0) {
          return false;
        }
      }
      return true;
    } catch (UnknownHostException | NumberFormatException e) {
      return false;
    }
  }
}
