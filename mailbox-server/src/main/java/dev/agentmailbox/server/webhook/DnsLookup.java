package dev.agentmailbox.server.webhook;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.xbill.DNS.AAAARecord;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.ExtendedResolver;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.Resolver;
import org.xbill.DNS.SimpleResolver;
import org.xbill.DNS.TextParseException;
import org.xbill.DNS.Type;
import org.xbill.DNS.lookup.LookupResult;
import org.xbill.DNS.lookup.LookupSession;

/**
 * Asks name servers for A and AAAA records (RFC 1035, RFC 3596). Unlike {@link InetAddress} it has
 * a time limit and holds no thread while it waits. No search path and no hosts file: a webhook's
 * name is a public one. Thread safe.
 */
final class DnsLookup implements NameLookup {
  private final LookupSession session;

  /**
   * Asks these name servers.
   *
   * @param servers empty for those of the operating system
   */
  DnsLookup(List<InetSocketAddress> servers) {
    Resolver resolver =
        servers.isEmpty()
            ? new ExtendedResolver()
            : new ExtendedResolver(servers.stream().<Resolver>map(SimpleResolver::new).toList());
    this.session = LookupSession.builder().resolver(resolver).build();
  }

  @Override
  public List<InetAddress> find(String host, Duration limit) throws UnknownHostException {
    Name name = absolute(host);
    CompletableFuture<List<InetAddress>> four = ask(name, Type.A);
    CompletableFuture<List<InetAddress>> six = ask(name, Type.AAAA);
    try {
      List<InetAddress> all =
          new ArrayList<>(
              four.thenCombine(
                      six,
                      (a, aaaa) -> {
                        List<InetAddress> both = new ArrayList<>(a);
                        both.addAll(aaaa);
                        return both;
                      })
                  .get(limit.toMillis(), TimeUnit.MILLISECONDS));
      return all;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unknown(host, e);
    } catch (ExecutionException | TimeoutException e) {
      throw unknown(host, e);
    }
  }

  /** The addresses of one type; a failure of one type counts as none of it. */
  private CompletableFuture<List<InetAddress>> ask(Name name, int type) {
    return session
        .lookupAsync(name, type, DClass.IN)
        .toCompletableFuture()
        .handle((result, failure) -> result == null ? List.of() : addresses(result));
  }

  private static List<InetAddress> addresses(LookupResult result) {
    List<InetAddress> addresses = new ArrayList<>();
    for (Record record : result.getRecords()) {
      if (record instanceof ARecord a) {
        addresses.add(a.getAddress());
      } else if (record instanceof AAAARecord aaaa) {
        addresses.add(aaaa.getAddress());
      }
    }
    return addresses;
  }

  private static Name absolute(String host) throws UnknownHostException {
    try {
      return Name.fromString(host, Name.root);
    } catch (TextParseException e) {
      throw unknown(host, e);
    }
  }

  private static UnknownHostException unknown(String host, Exception cause) {
    UnknownHostException unknown = new UnknownHostException(host);
    unknown.initCause(cause);
    return unknown;
  }
}
