package dev.agentmailbox.server.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import org.apache.hc.client5.http.DnsResolver;

/**
 * Hands the HTTP client the addresses it may connect to, and nothing else: what was looked at is
 * what is connected to, so that a name cannot show one address to the check and another to the
 * connection (DNS rebinding). One bad address refuses the whole name. Thread safe.
 */
final class VettedAddresses implements DnsResolver {
  private static final Duration LIMIT = Duration.ofSeconds(3);
  private static final int MAX_ADDRESSES = 4;

  private final NameLookup lookup;
  private final AddressGuard guard;

  VettedAddresses(NameLookup lookup, AddressGuard guard) {
    this.lookup = lookup;
    this.guard = guard;
  }

  @Override
  public InetAddress[] resolve(String host) throws UnknownHostException {
    List<InetAddress> found = lookup.find(host, LIMIT);
    if (found.isEmpty()) {
      throw new UnknownHostException("the name has no address");
    }
    if (!found.stream().allMatch(guard::allows)) {
      throw new ForbiddenAddressException();
    }
    return found.stream().limit(MAX_ADDRESSES).toArray(InetAddress[]::new);
  }

  @Override
  public String resolveCanonicalHostname(String host) {
    return host;
  }
}
