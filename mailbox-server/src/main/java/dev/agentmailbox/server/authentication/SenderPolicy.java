package dev.agentmailbox.server.authentication;

import dev.agentmailbox.server.dns.Dns;
import java.net.InetAddress;

/** What receivers conclude from the SPF policy of a domain. */
public final class SenderPolicy {
  private SenderPolicy() {}

  /**
   * Evaluates the policy as for inbound mail, for {@code postmaster} of the domain and a client
   * that greets with its name.
   *
   * @return a result of RFC 7208 section 2.6, in lower case
   */
  public static String verdict(Dns dns, InetAddress client, String domain) {
    Lookups lookups = new Lookups(new NameServers(dns));
    return new Spf()
        .check(client.getHostAddress(), Spf.POSTMASTER, domain, domain, lookups)
        .verdict();
  }
}
