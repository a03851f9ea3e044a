package dev.agentmailbox.http.limit;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * A CIDR block.
 *
 * @param bits the address with all bits after the prefix zero
 */
@SuppressWarnings("ArrayRecordComponent") // equals and hashCode are overridden
public record AddressRange(byte[] bits, int prefixLength) {
  private static final int IPV4_BYTES = 4;

  /**
   * The block of a prefix length that contains an address.
   *
   * @throws IllegalArgumentException when the length exceeds that of the address
   */
  public static AddressRange around(InetAddress address, int prefixLength) {
    byte[] bits = address.getAddress();
    if (prefixLength < 0 || prefixLength > bits.length * Byte.SIZE) {
      throw new IllegalArgumentException("prefix length " + prefixLength);
    }
    for (int i = 0; i < bits.length; i++) {
      int kept = Math.max(0, Math.min(Byte.SIZE, prefixLength - i * Byte.SIZE));
      bits[i] &= (byte) (0xff << (Byte.SIZE - kept));
    }
    return new AddressRange(bits, prefixLength);
  }

  /** The unit of per-address limits: one IPv4 address, or an IPv6 /64. */
  public static AddressRange ofCaller(InetAddress address) {
    boolean ipv4 = address.getAddress().length == IPV4_BYTES;
    return around(address, ipv4 ? 32 : 64);
  }

  // spec Rates.10
  /** The network range of sign-up limits: an IPv4 /24 or an IPv6 /48 (specification, Limits). */
  public static AddressRange ofNetwork(InetAddress address) {
    boolean ipv4 = address.getAddress().length == IPV4_BYTES;
    return around(address, ipv4 ? 24 : 48);
  }

  /**
   * Parses an address or CIDR block, such as {@code 10.0.0.0/8} or {@code ::1}.
   *
   * @throws IllegalArgumentException when the text is neither; host names are refused
   */
  public static AddressRange parse(String text) {
    int slash = text.indexOf('/');
    InetAddress address = literal(slash < 0 ? text : text.substring(0, slash));
    int prefixLength =
        slash < 0
            ? address.getAddress().length * Byte.SIZE
            : Integer.parseInt(text.substring(slash + 1));
    return around(address, prefixLength);
  }

  /**
   * Parses a numeric address; never resolves names.
   *
   * @throws IllegalArgumentException when the text is anything else
   */
  static InetAddress literal(String text) {
    boolean numeric =
        !text.isEmpty()
            && text.chars().allMatch(c -> Character.digit(c, 16) >= 0 || c == ':' || c == '.')
            && (text.indexOf(':') >= 0 || text.matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}"));
    if (numeric) {
      try {
        return InetAddress.getByName(text);
      } catch (UnknownHostException e) {
        throw new IllegalArgumentException("not a network address", e);
      }
    }
    throw new IllegalArgumentException("not a network address");
  }

  public boolean contains(InetAddress address) {
    return address.getAddress().length == bits.length && equals(around(address, prefixLength));
  }

  /** As {@link #contains(InetAddress)}; false for anything but a numeric address. */
  public boolean contains(String text) {
    try {
      return contains(literal(text));
    } catch (IllegalArgumentException notAnAddress) {
      return false;
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AddressRange range
        && range.prefixLength == prefixLength
        && Arrays.equals(range.bits, bits);
  }

  @Override
  public int hashCode() {
    return 31 * prefixLength + Arrays.hashCode(bits);
  }

  @Override
  public String toString() {
    try {
      return InetAddress.getByAddress(bits).getHostAddress() + "/" + prefixLength;
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address has four or sixteen bytes", e);
    }
  }
}
