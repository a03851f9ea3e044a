package dev.agentmailbox.server.dns;

import dev.agentmailbox.server.dns.DnsException.Reason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.xbill.DNS.AAAARecord;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.Cache;
import org.xbill.DNS.DClass;
import org.xbill.DNS.ExtendedResolver;
import org.xbill.DNS.MXRecord;
import org.xbill.DNS.Name;
import org.xbill.DNS.PTRRecord;
import org.xbill.DNS.Record;
import org.xbill.DNS.Resolver;
import org.xbill.DNS.ResolverConfig;
import org.xbill.DNS.ReverseMap;
import org.xbill.DNS.SimpleResolver;
import org.xbill.DNS.TXTRecord;
import org.xbill.DNS.TextParseException;
import org.xbill.DNS.Type;
import org.xbill.DNS.lookup.LookupResult;
import org.xbill.DNS.lookup.LookupSession;
import org.xbill.DNS.lookup.NoSuchDomainException;
import org.xbill.DNS.lookup.NoSuchRRSetException;

/**
 * DNS client. Names are absolute: no search list, no hosts file. Follows aliases. Caches responses
 * for their TTL, up to an hour; server failures are not cached.
 *
 * <p>Returns an empty list for a name without records of the type. Thread safe.
 */
public final class Dns {
  /** Timeout of one query to one server. */
  private static final Duration QUERY = Duration.ofSeconds(4);

  /** Timeout of a lookup, including retries and aliases. */
  private static final Duration LOOKUP = Duration.ofSeconds(12);

  private static final int TRIES_PER_SERVER = 2;
  private static final int ANSWERS_KEPT = 20_000;
  private static final int KEPT_SECONDS = 3_600;
  private static final int ABSENCE_KEPT_SECONDS = 60;

  /** Maximum records used of a response. */
  private static final int RECORDS = 200;

  private final List<InetSocketAddress> servers;
  private final Duration query;
  private final Duration limit;
  private @Nullable LookupSession session;

  private Dns(List<InetSocketAddress> servers, Duration query, Duration lookup) {
    this.servers = servers;
    this.query = query;
    this.limit = lookup;
  }

  /** Created by the first lookup: the client has many classes, and a start needs none of them. */
  private synchronized LookupSession session() {
    if (session == null) {
      session = LookupSession.builder().resolver(resolver()).cache(cache()).build();
    }
    return session;
  }

  private Resolver resolver() {
    List<Resolver> resolvers = new ArrayList<>();
    List<InetSocketAddress> asked = servers.isEmpty() ? new ResolverConfig().servers() : servers;
    for (InetSocketAddress server : asked) {
      SimpleResolver resolver = new SimpleResolver(server);
      resolver.setTimeout(query);
      resolvers.add(resolver);
    }
    ExtendedResolver all = new ExtendedResolver(resolvers);
    all.setRetries(TRIES_PER_SERVER);
    all.setTimeout(limit);
    return all;
  }

  private static Cache cache() {
    Cache cache = new Cache(DClass.IN);
    cache.setMaxEntries(ANSWERS_KEPT);
    cache.setMaxCache(KEPT_SECONDS);
    cache.setMaxNCache(ABSENCE_KEPT_SECONDS);
    return cache;
  }

  /**
   * Uses several servers.
   *
   * @param servers in query order; empty for those of the operating system
   */
  public static Dns at(List<InetSocketAddress> servers) {
    return at(servers, QUERY, LOOKUP);
  }

  /** Uses one server; those of the operating system if it is null. */
  public static Dns at(@Nullable InetSocketAddress server) {
    return at(server == null ? List.of() : List.of(server));
  }

  /**
   * As {@link #at(List)}, with given timeouts.
   *
   * @param query timeout of one query to one server
   * @param lookup timeout of a lookup
   */
  public static Dns at(List<InetSocketAddress> servers, Duration query, Duration lookup) {
    return new Dns(List.copyOf(servers), query, lookup);
  }

  /** MX records, unordered. */
  public List<MailHost> mailHosts(String domain) throws DnsException {
    List<MailHost> hosts = new ArrayList<>();
    for (Record found : await(domain, ask(domain, Type.MX), limit)) {
      if (found instanceof MXRecord mx) {
        hosts.add(new MailHost(mx.getPriority(), text(mx.getTarget())));
      }
    }
    return hosts;
  }

  /** A and AAAA records, IPv4 first, because reputation and PTR records usually exist for it. */
  public List<InetAddress> addresses(String host) throws DnsException {
    return addresses(host, limit);
  }

  /**
   * As {@link #addresses(String)}.
   *
   * @param longest timeout of each of the two parallel queries
   */
  public List<InetAddress> addresses(String host, Duration longest) throws DnsException {
    CompletableFuture<LookupResult> four = ask(host, Type.A);
    CompletableFuture<LookupResult> six = ask(host, Type.AAAA);
    List<InetAddress> addresses = new ArrayList<>();
    DnsException failure = null;
    for (CompletableFuture<LookupResult> answer : List.of(four, six)) {
      try {
        for (Record found : await(host, answer, longest)) {
          if (found instanceof ARecord a) {
            addresses.add(a.getAddress());
          } else if (found instanceof AAAARecord aaaa) {
            addresses.add(aaaa.getAddress());
          }
        }
      } catch (DnsException e) {
        failure = failure == null || e.reason() == Reason.NOT_NOW ? e : failure;
      }
    }
    if (addresses.isEmpty() && failure != null) {
      throw failure;
    }
    return addresses;
  }

  /** TXT records, each with its strings concatenated (RFC 7208 section 3.3). */
  public List<String> texts(String name) throws DnsException {
    return values(name, RecordType.TXT, limit);
  }

  /** PTR records of an address. */
  public List<String> namesOf(InetAddress address) throws DnsException {
    return values(ReverseMap.fromAddress(address).toString(), RecordType.PTR, limit);
  }

  /**
   * The records of a type as text: addresses; names, sorted by preference for MX; concatenated
   * strings for TXT.
   *
   * @param longest timeout
   */
  public List<String> values(String name, RecordType type, Duration longest) throws DnsException {
    return await(name, ask(name, Type.value(type.name())), longest).stream()
        .sorted(Comparator.comparingInt(Dns::preference))
        .flatMap(found -> value(found).stream())
        .toList();
  }

  private static int preference(Record found) {
    return found instanceof MXRecord mx ? mx.getPriority() : 0;
  }

  private static Optional<String> value(Record found) {
    if (found instanceof ARecord a) {
      return Optional.of(a.getAddress().getHostAddress());
    }
    if (found instanceof AAAARecord aaaa) {
      return Optional.of(aaaa.getAddress().getHostAddress());
    }
    if (found instanceof MXRecord mx) {
      return Optional.of(text(mx.getTarget()));
    }
    if (found instanceof PTRRecord ptr) {
      return Optional.of(text(ptr.getTarget()));
    }
    return found instanceof TXTRecord txt ? Optional.of(text(txt)) : Optional.empty();
  }

  private static String text(TXTRecord txt) {
    StringBuilder text = new StringBuilder();
    for (byte[] part : txt.getStringsAsByteArrays()) {
      text.append(new String(part, StandardCharsets.UTF_8));
    }
    return text.toString();
  }

  private CompletableFuture<LookupResult> ask(String name, int type) throws DnsException {
    try {
      return session().lookupAsync(Name.fromString(name, Name.root), type).toCompletableFuture();
    } catch (TextParseException e) {
      throw new DnsException(Reason.NO_SUCH_NAME, "not a valid domain name");
    }
  }

  private static List<Record> await(
      String name, CompletableFuture<LookupResult> answer, Duration longest) throws DnsException {
    try {
      List<Record> found = answer.get(longest.toMillis(), TimeUnit.MILLISECONDS).getRecords();
      return found.subList(0, Math.min(RECORDS, found.size()));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof NoSuchRRSetException) {
        return List.of();
      }
      if (e.getCause() instanceof NoSuchDomainException) {
        throw new DnsException(Reason.NO_SUCH_NAME, name + " does not exist");
      }
      String message = "the name servers of " + name + " did not respond";
      // A server failure is an exception of the client's own.
      throw e.getCause() instanceof IOException
          ? DnsException.unanswered(message)
          : new DnsException(Reason.NOT_NOW, message);
    } catch (TimeoutException e) {
      answer.cancel(false);
      throw DnsException.unanswered("timed out looking up " + name);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DnsException(Reason.NOT_NOW, "interrupted");
    }
  }

  private static String text(Name name) {
    return name.equals(Name.root) ? "" : name.toString(true).toLowerCase(Locale.ROOT);
  }
}
