package dev.agentmailbox.server.delivery;

import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.server.dns.Dns;
import dev.agentmailbox.server.dns.DnsException;
import dev.agentmailbox.server.dns.MailHost;
import dev.agentmailbox.server.net.AddressGuard;
import java.net.IDN;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;

/**
 * Resolves the mail servers of a domain and their addresses (RFC 5321 section 5.1, RFC 7505).
 * Thread safe.
 */
final class MxHosts {
  /** Maximum servers tried per domain. */
  static final int HOSTS = 10;

  private static final String NO_SUCH_DOMAIN = "5.1.2";
  private static final String NULL_MX = "5.1.10";
  private static final String NO_ROUTE = "5.4.4";
  private static final String LOOP = "5.4.6";

  private final Dns dns;
  private final AddressGuard guard;
  private final String ownName;
  private final Random random;

  /**
   * @param ownName our own host name, for loop detection
   * @param random shuffles servers of equal preference
   */
  MxHosts(Dns dns, AddressGuard guard, String ownName, Random random) {
    this.dns = dns;
    this.guard = guard;
    this.ownName = ownName.toLowerCase(Locale.ROOT);
    this.random = random;
  }

  /** The domain for DNS: lower-case ASCII. */
  static String ascii(String domain) throws HopFailure {
    try {
      String ascii = IDN.toASCII(domain, IDN.USE_STD3_ASCII_RULES).toLowerCase(Locale.ROOT);
      if (!ascii.isEmpty() && !ascii.endsWith(".")) {
        return ascii;
      }
    } catch (IllegalArgumentException e) {
      throw noMail("the domain is not a valid name");
    }
    throw noMail("the domain is not a valid name");
  }

  /**
   * The servers to try, in order.
   *
   * @param domain in ASCII
   * @throws HopFailure with an outcome for every recipient in the domain
   */
  List<String> of(String domain) throws HopFailure {
    List<MailHost> found = new ArrayList<>(lookUp(domain));
    if (found.isEmpty()) {
      return List.of(domain);
    }
    if (found.stream().allMatch(mx -> mx.host().isEmpty())) {
      throw HopFailure.as(Kind.RECIPIENT_REFUSED, NULL_MX, "the domain accepts no mail (null MX)");
    }
    found.removeIf(mx -> mx.host().isEmpty());
    Collections.shuffle(found, random);
    found.sort(Comparator.comparingInt(MailHost::preference));
    Set<String> hosts = new LinkedHashSet<>();
    for (MailHost mx : withoutUs(found)) {
      hosts.add(mx.host());
    }
    return List.copyOf(hosts).subList(0, Math.min(HOSTS, hosts.size()));
  }

  private List<MailHost> lookUp(String domain) throws HopFailure {
    try {
      return dns.mailHosts(domain);
    } catch (DnsException e) {
      throw switch (e.reason()) {
        case NO_SUCH_NAME -> noMail("the domain does not exist");
        case NOT_NOW -> HopFailure.unreachable("the domain's mail servers cannot be resolved now");
      };
    }
  }

  /** Removes this server and those of lower preference (RFC 5321 section 5.1). */
  private List<MailHost> withoutUs(List<MailHost> sorted) throws HopFailure {
    for (int i = 0; i < sorted.size(); i++) {
      if (sorted.get(i).host().equals(ownName)) {
        int preference = sorted.get(i).preference();
        List<MailHost> before = sorted.stream().filter(mx -> mx.preference() < preference).toList();
        if (before.isEmpty()) {
          throw HopFailure.as(
              Kind.RECIPIENT_REFUSED,
              LOOP,
              "the domain's mail server is this one, which does not accept its mail");
        }
        return before;
      }
    }
    return sorted;
  }

  /**
   * Resolves a server.
   *
   * @param origin decides the outcome when the host has no address
   */
  List<InetAddress> addresses(String host, Origin origin) throws HopFailure {
    List<InetAddress> found;
    try {
      found = dns.addresses(host);
    } catch (DnsException e) {
      throw switch (e.reason()) {
        case NO_SUCH_NAME -> nowhere(origin);
        case NOT_NOW -> HopFailure.unreachable("the mail server cannot be resolved now");
      };
    }
    if (found.isEmpty()) {
      throw nowhere(origin);
    }
    List<InetAddress> allowed = found.stream().filter(guard::allows).toList();
    if (allowed.isEmpty()) {
      throw HopFailure.as(
          Kind.RECIPIENT_REFUSED, NO_ROUTE, "the domain's mail server has no public address");
    }
    return allowed;
  }

  /** Origin of a host name. */
  enum Origin {
    MX_RECORD,
    /** No MX record: the domain itself (implicit MX). */
    DOMAIN
  }

  private static HopFailure nowhere(Origin origin) {
    return origin == Origin.DOMAIN
        ? noMail("the domain has no mail server")
        : HopFailure.as(
            Kind.RECIPIENT_REFUSED, NO_ROUTE, "the domain's mail server has no address");
  }

  private static HopFailure noMail(String why) {
    return HopFailure.as(Kind.RECIPIENT_REFUSED, NO_SUCH_DOMAIN, why);
  }
}
