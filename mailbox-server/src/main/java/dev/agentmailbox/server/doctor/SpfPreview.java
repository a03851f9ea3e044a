package dev.agentmailbox.server.doctor;

import dev.agentmailbox.server.dns.Dns;
import dev.agentmailbox.server.dns.DnsException;
import dev.agentmailbox.server.dns.MailHost;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whether an SPF record (RFC 7208) allows an address, without following includes. Not a verifier.
 */
final class SpfPreview {
  /** The result. */
  enum Verdict {
    COVERED,
    NOT_COVERED,
    /** Depends on other records, which were not followed. */
    NOT_FOLLOWED
  }

  private final Dns dns;
  private final String domain;

  SpfPreview(Dns dns, String domain) {
    this.dns = dns;
    this.domain = domain;
  }

  Verdict of(String record, InetAddress address) throws DnsException {
    Verdict verdict = Verdict.NOT_COVERED;
    for (String term : record.toLowerCase(Locale.ROOT).split(" +")) {
      String mechanism = term.startsWith("+") ? term.substring(1) : term;
      if (mechanism.matches("(include|exists|redirect|ptr)[:=]?.*") || mechanism.contains("%")) {
        verdict = Verdict.NOT_FOLLOWED;
      } else if (matches(mechanism, address)) {
        return Verdict.COVERED;
      }
    }
    return verdict;
  }

  private boolean matches(String mechanism, InetAddress address) throws DnsException {
    String name = mechanism.replaceFirst("[:/].*", "");
    String rest = mechanism.substring(name.length());
    String host = rest.startsWith(":") ? rest.substring(1).replaceFirst("/.*", "") : domain;
    List<InetAddress> found = new ArrayList<>();
    switch (name) {
      case "ip4", "ip6" -> {
        return rest.startsWith(":") && inNetwork(rest.substring(1), address);
      }
      case "a" -> found.addAll(dns.addresses(host));
      case "mx" -> {
        for (MailHost mx : dns.mailHosts(host)) {
          found.addAll(dns.addresses(mx.host()));
        }
      }
      default -> {
        return false;
      }
    }
    return found.stream().anyMatch(a -> a.getHostAddress().equals(address.getHostAddress()));
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
