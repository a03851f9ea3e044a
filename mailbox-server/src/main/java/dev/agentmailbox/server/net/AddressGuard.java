package dev.agentmailbox.server.net;

import dev.agentmailbox.http.limit.AddressRange;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Prevents SSRF: decides which addresses may be connected to when a third party chose the name
 * (webhooks, client documents, MTA-STS policies, mail servers). The single table of refused
 * networks. Immutable.
 */
public enum AddressGuard {
  /** Public unicast addresses only. */
  PUBLIC_ONLY,
  /** Every address: for development, and for hosts set by the operator. */
  ANYWHERE;

  /** IANA IPv4 special-purpose address registry (RFC 6890), and non-unicast ranges. */
  private static final List<AddressRange> REFUSED_4 =
      ranges(
          "0.0.0.0/8",
          "10.0.0.0/8",
          "100.64.0.0/10",
          "127.0.0.0/8",
          "169.254.0.0/16",
          "172.16.0.0/12",
          "192.0.0.0/24",
          "192.0.2.0/24",
          "192.31.196.0/24",
          "192.52.193.0/24",
          "192.88.99.0/24",
          "192.168.0.0/16",
          "192.175.48.0/24",
          "198.18.0.0/15",
          "198.51.100.0/24",
          "203.0.113.0/24",
          "224.0.0.0/4",
          "240.0.0.0/4");

  /** Global unicast; everything else is refused. */
  private static final AddressRange GLOBAL_6 = AddressRange.parse("2000::/3");

  /** IANA IPv6 special-purpose address registry, within global unicast. */
  private static final List<AddressRange> REFUSED_6 =
      ranges("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20");

  /** An IPv4 address inside an IPv6 one (NAT64, RFC 6052). */
  private static final AddressRange NAT64 = AddressRange.parse("64:ff9b::/96");

  private static final int NAT64_PREFIX_BYTES = 12;

  /** Whether a connection to this address may be made. */
  public boolean allows(InetAddress address) {
    return this == ANYWHERE || isPublic(address);
  }

  private static boolean isPublic(InetAddress address) {
    if (NAT64.contains(address)) {
      return isPublic(translated(address));
    }
    return address instanceof Inet4Address
        ? REFUSED_4.stream().noneMatch(range -> range.contains(address))
        : GLOBAL_6.contains(address)
            && REFUSED_6.stream().noneMatch(range -> range.contains(address));
  }

  private static InetAddress translated(InetAddress address) {
    byte[] bytes = address.getAddress();
    try {
      return InetAddress.getByAddress(Arrays.copyOfRange(bytes, NAT64_PREFIX_BYTES, bytes.length));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address has four bytes", e);
    }
  }

  private static List<AddressRange> ranges(String... texts) {
    return Stream.of(texts).map(AddressRange::parse).toList();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
