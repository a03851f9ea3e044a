package dev.agentmailbox.server.net;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;

/**
 * Which addresses a connection may be made to whose name somebody else chose: only those out in the
 * internet, so that a name cannot lead to services of this machine or its network. Immutable.
 */
public enum AddressGuard {
  /** Only addresses of the public internet. */
  PUBLIC_ONLY,
  /** Every address: for development and tests on one machine. */
  ANYWHERE;

  /** IANA's special-purpose registry, and what is not unicast (RFC 6890). */
  private static final List<Block> REFUSED_4 =
      List.of(
          Block.of("0.0.0.0", 8),
          Block.of("10.0.0.0", 8),
          Block.of("100.64.0.0", 10),
          Block.of("127.0.0.0", 8),
          Block.of("169.254.0.0", 16),
          Block.of("172.16.0.0", 12),
          Block.of("192.0.0.0", 24),
          Block.of("192.0.2.0", 24),
          Block.of("192.88.99.0", 24),
          Block.of("192.168.0.0", 16),
          Block.of("198.18.0.0", 15),
          Block.of("198.51.100.0", 24),
          Block.of("203.0.113.0", 24),
          Block.of("224.0.0.0", 4),
          Block.of("240.0.0.0", 4));

  /** Global unicast; everything else is refused unasked. */
  private static final Block UNICAST_6 = Block.of("2000::", 3);

  private static final List<Block> REFUSED_6 =
      List.of(
          Block.of("2001::", 23),
          Block.of("2001:db8::", 32),
          Block.of("2002::", 16),
          Block.of("3fff::", 20));

  /** RFC 6052: an IPv4 address inside an IPv6 one. */
  private static final Block TRANSLATED = Block.of("64:ff9b::", 96);

  private static final int TRANSLATED_PREFIX_BYTES = 12;

  /** Whether a connection to this address may be made. */
  public boolean allows(InetAddress address) {
    return this == ANYWHERE || isPublic(address);
  }

  private static boolean isPublic(InetAddress address) {
    byte[] bytes = address.getAddress();
    if (address instanceof Inet4Address) {
      return REFUSED_4.stream().noneMatch(block -> block.contains(bytes));
    }
    if (TRANSLATED.contains(bytes)) {
      byte[] inner = new byte[4];
      System.arraycopy(bytes, TRANSLATED_PREFIX_BYTES, inner, 0, inner.length);
      return REFUSED_4.stream().noneMatch(block -> block.contains(inner));
    }
    return UNICAST_6.contains(bytes) && REFUSED_6.stream().noneMatch(b -> b.contains(bytes));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Addresses with the same first bits. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Block(byte[] start, int bits) {
    static Block of(String start, int bits) {
      try {
        return new Block(InetAddress.getByName(start).getAddress(), bits);
      } catch (UnknownHostException e) {
        throw new IllegalArgumentException(start, e);
      }
    }

    boolean contains(byte[] address) {
      if (address.length != start.length) {
        return false;
      }
      for (int bit = 0; bit < bits; bit++) {
        int mask = 0x80 >> (bit % 8);
        if (((address[bit / 8] ^ start[bit / 8]) & mask) != 0) {
          return false;
        }
      }
      return true;
    }
  }
}
