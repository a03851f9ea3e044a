package dev.agentmailbox.server.delivery;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Local addresses for outbound connections. When any is set, a family without one is not used:
 * failing SPF would be worse than a delay.
 *
 * @param four null for none
 * @param six null for none
 */
public record SourceAddresses(@Nullable Inet4Address four, @Nullable Inet6Address six) {
  /** The operating system chooses. */
  public static final SourceAddresses ANY = new SourceAddresses(null, null);

  /**
   * Parses at most one IPv4 and one IPv6 address.
   *
   * @throws IllegalArgumentException with a one-line message
   */
  public static SourceAddresses parse(List<String> texts) {
    Inet4Address four = null;
    Inet6Address six = null;
    for (String text : texts) {
      InetAddress address = literal(text);
      if (address instanceof Inet4Address found && four == null) {
        four = found;
      } else if (address instanceof Inet6Address found && six == null) {
        six = found;
      } else {
        throw new IllegalArgumentException("accepts at most one IPv4 and one IPv6 address");
      }
    }
    return new SourceAddresses(four, six);
  }

  private static InetAddress literal(String text) {
    // Numeric only, so that no name is resolved.
    if (text.toLowerCase(Locale.ROOT).matches("[0-9.]+|[0-9a-f.]*:[0-9a-f:.]*")) {
      try {
        return InetAddress.getByName(text);
      } catch (UnknownHostException e) {
        throw new IllegalArgumentException("must be IP addresses", e);
      }
    }
    throw new IllegalArgumentException("must be IP addresses");
  }

  /** One, two or none. */
  public List<InetAddress> all() {
    List<InetAddress> all = new ArrayList<>();
    Optional.ofNullable(four).ifPresent(all::add);
    Optional.ofNullable(six).ifPresent(all::add);
    return all;
  }

  /** Those of a usable address family, in the same order. */
  List<InetAddress> reachable(List<InetAddress> targets) {
    if (four == null && six == null) {
      return targets;
    }
    return targets.stream().filter(target -> sourceFor(target) != null).toList();
  }

  /** The local address to connect from; null for any. */
  @Nullable InetAddress sourceFor(InetAddress target) {
    return target instanceof Inet4Address ? four : six;
  }
}
