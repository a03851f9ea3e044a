package dev.agentmailbox.http.limit;

import java.net.InetAddress;
import java.util.List;

/**
 * Determines the client address behind trusted proxies. {@code X-Forwarded-For} is read from the
 * right, skipping trusted addresses; the first other address is the client's. A client cannot spoof
 * its address, because what it sends itself is further left.
 *
 * <p>Immutable and thread safe.
 */
public final class TrustedProxies {
  /** Further hops are ignored. */
  private static final int MAX_HOPS = 20;

  private final List<AddressRange> trusted;

  public TrustedProxies(List<AddressRange> trusted) {
    this.trusted = List.copyOf(trusted);
  }

  /**
   * The client address of a request.
   *
   * @param peer address of the TCP peer
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
