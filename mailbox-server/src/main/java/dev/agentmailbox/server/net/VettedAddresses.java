package dev.agentmailbox.server.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import org.apache.hc.client5.http.DnsResolver;

/**
 * Resolver of the HTTP client that returns only checked addresses: the address checked is the
 * address connected to, which prevents DNS rebinding. One forbidden address refuses the whole name.
 * Thread safe.
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
