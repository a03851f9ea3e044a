package dev.agentmailbox.server.doctor;

import dev.agentmailbox.server.dkim.DkimKey;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The names and values of the records that a sender needs: what {@link RecordList} prints and
 * {@link Doctor} looks for.
 */
final class Records {
  /** Beginning of an SPF record (RFC 7208 section 4.5). */
  static final String SPF = "v=spf1";

  private static final int PREFERENCE = 10;

  private final Sender sender;

  Records(Sender sender) {
    this.sender = sender;
  }

  String mx() {
    return PREFERENCE + " " + sender.helloName() + ".";
  }

  /**
   * Whether the EHLO name needs an SPF record apart from those of the domains. With a relay, others
   * see the name of the relay.
   */
  boolean hasSpfOfHost() {
    return sender.way() == Sender.Way.DIRECT && !sender.domains().contains(sender.helloName());
  }

  /**
   * The one SPF record of a name (RFC 7208 section 3.2), which may be the EHLO name, a mail domain
   * or both.
   */
  String spf(String name) {
    List<String> parts = new ArrayList<>(List.of(SPF));
    if (name.equals(sender.helloName()) && sender.way() == Sender.Way.DIRECT) {
      parts.add("a");
    }
    if (sender.domains().contains(name)) {
      parts.add("mx");
    }
    if (sender.way() == Sender.Way.RELAY) {
      parts.add("include:<your relay's SPF name>");
    } else {
      for (InetAddress source : sender.sources()) {
        parts.add((source instanceof Inet4Address ? "ip4:" : "ip6:") + source.getHostAddress());
      }
    }
    parts.add("-all");
    return String.join(" ", parts);
  }

  static String dkimName(DkimKey key, String domain) {
    return key.selector() + "._domainkey." + domain;
  }

  static String dmarcName(String domain) {
    return "_dmarc." + domain;
  }

  String dmarc() {
    return "v=DMARC1; p=quarantine";
  }

  static String stsName(String domain) {
    return "_mta-sts." + domain;
  }

  static String tlsReportName(String domain) {
    return "_smtp._tls." + domain;
  }

  /** One line of a zone file. */
  static String line(String name, String type, String value) {
    return String.format(Locale.ROOT, "%s. IN %s %s", name, type, value);
  }
}
