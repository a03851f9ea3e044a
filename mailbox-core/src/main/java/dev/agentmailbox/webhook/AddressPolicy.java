package dev.agentmailbox.webhook;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;

/**
 * Which IP addresses a webhook may be sent to: public unicast only (IANA special-purpose address
 * registries, RFC 6890). Asked at each connection, of the very address connected to. Immutable.
 */
public final class AddressPolicy {
  private static final List<Range> REFUSED_4 =
      List.of(
          range("00", 8),
          range("0a", 8),
          range("6440", 10),
          range("7f", 8),
          range("a9fe", 16),
          range("ac10", 12),
          range("c00000", 24),
          range("c00002", 24),
          range("c01fc4", 24),
          range("c034c1", 24),
          range("c05863", 24),
          range("c0a8", 16),
          range("c0af30", 24),
          range("c612", 15),
          range("c63364", 24),
          range("cb0071", 24),
          range("e0", 4),
          range("f0", 4));
  private static final Range GLOBAL_6 = range("20", 3);

  /** An IPv4 address inside an IPv6 one (NAT64, RFC 6052). */
  private static final Range NAT64 = range("0064ff9b0000000000000000", 96);

  private static final int NAT64_BYTES = 12;
  private static final List<Range> REFUSED_6 =
      List.of(
          range("200100", 23),
          range("20010db8", 32),
          range("2002", 16),
          range("2620004f8000", 48),
          range("3fff00", 20));

  private final boolean everything;

  private AddressPolicy(boolean everything) {
    this.everything = everything;
  }

  /** Public addresses only. */
  public static AddressPolicy publicOnly() {
    return new AddressPolicy(false);
  }

  /** Every address; for development. */
  public static AddressPolicy everything() {
    return new AddressPolicy(true);
  }

  /** Whether a connection to that address may be made. */
  public boolean allows(InetAddress address) {
    if (everything) {
      return true;
    }
    byte[] bytes = address.getAddress();
    return address instanceof Inet4Address ? isPublic4(bytes) : isPublic6(bytes);
  }

  private static boolean isPublic4(byte[] address) {
    return REFUSED_4.stream().noneMatch(range -> range.contains(address));
  }

  private static boolean isPublic6(byte[] address) {
    if (NAT64.contains(address)) {
      return isPublic4(Arrays.copyOfRange(address, NAT64_BYTES, address.length));
    }
    return GLOBAL_6.contains(address)
        && REFUSED_6.stream().noneMatch(range -> range.contains(address));
  }

  private static Range range(String hex, int bits) {
    byte[] prefix = new byte[(bits + 7) / 8];
    for (int i = 0; i < prefix.length; i++) {
      prefix[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
    }
    return new Range(prefix, bits);
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Range(byte[] prefix, int bits) {
    boolean contains(byte[] address) {
      for (int i = 0; i < prefix.length; i++) {
        int free = Math.max(0, (i + 1) * 8 - bits);
        if ((address[i] & 0xff) >>> free != (prefix[i] & 0xff) >>> free) {
          return false;
        }
      }
      return true;
    }
  }
}
