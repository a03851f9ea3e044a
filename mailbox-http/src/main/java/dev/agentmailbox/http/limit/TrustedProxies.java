package dev.agentmailbox.http.limit;

import java.net.InetAddress;
import java.util.List;

/**
 * Finds the address of a caller behind proxies of our own. {@code X-Forwarded-For} is read from the
 * right, over trusted addresses; the first other one is the caller. A caller cannot choose its own
 * address, because what it writes itself stands further left.
 *
 * <p>Immutable and thread safe.
 */
public final class TrustedProxies {
  /** More hops than this are not looked at. */
  private static final int MAX_HOPS = 20;

  private final List<AddressRange> trusted;

  public TrustedProxies(List<AddressRange> trusted) {
    this.trusted = List.copyOf(trusted);
  }

  /**
   * The caller of a request.
   *
   * @param peer who opened the connection
   * @param forwardedFor the values of {@code X-Forwarded-For} in order
   */
  public InetAddress client(InetAddress peer, Iterable<String> forwardedFor) {
    if (trusted.isEmpty() || !isTrusted(peer)) {
      return peer;
    }
    String[] hops = String.join(",", forwardedFor).split(",", -1);
    InetAddress nearest = peer;
    for (int i = hops.length - 1; i >= 0 && i >= hops.length - MAX_HOPS; i--) {
      try {
        nearest = AddressRange.literal(hops[i].trim());
      } catch (IllegalArgumentException e) {
        return nearest;
      }
      if (!isTrusted(nearest)) {
        return nearest;
      }
    }
    return nearest;
  }

  /** Whether an address is that of a proxy. */
  public boolean isTrusted(InetAddress address) {
    return trusted.stream().anyMatch(range -> range.contains(address));
  }
}
