package dev.agentmailbox.server.webhook;

import dev.agentmailbox.webhook.AddressPolicy;
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
  private final AddressPolicy policy;

  VettedAddresses(NameLookup lookup, AddressPolicy policy) {
    this.lookup = lookup;
    this.policy = policy;
  }

  /** The name has an address that is not public. */
  static final class ForbiddenAddressException extends UnknownHostException {
    private static final long serialVersionUID = 1L;

    ForbiddenAddressException() {
      super("the name has an address that is not public");
    }
  }

  @Override
  public InetAddress[] resolve(String host) throws UnknownHostException {
    List<InetAddress> found = lookup.find(host, LIMIT);
    if (found.isEmpty()) {
      throw new UnknownHostException("the name has no address");
    }
    if (!found.stream().allMatch(policy::allows)) {
      throw new ForbiddenAddressException();
    }
    return found.stream().limit(MAX_ADDRESSES).toArray(InetAddress[]::new);
  }

  @Override
  public String resolveCanonicalHostname(String host) {
    return host;
  }
}
