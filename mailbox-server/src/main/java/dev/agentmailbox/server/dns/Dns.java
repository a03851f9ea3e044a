package dev.agentmailbox.server.dns;

import dev.agentmailbox.server.dns.DnsException.Reason;
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
 * Asks name servers. Names are absolute: no search list, no hosts file. Aliases are followed.
 * Answers are kept as long as they say, up to an hour; failures of servers are not kept.
 *
 * <p>A name without records of the type answers an empty list. Thread safe.
 */
public final class Dns {
  /** One question to one server. */
  private static final Duration QUERY = Duration.ofSeconds(4);

  /** One question to all servers, with repeats and aliases. */
  private static final Duration LOOKUP = Duration.ofSeconds(12);

  private static final int TRIES_PER_SERVER = 2;
  private static final int ANSWERS_KEPT = 20_000;
  private static final int KEPT_SECONDS = 3_600;
  private static final int ABSENCE_KEPT_SECONDS = 60;

  /** Records of one answer that are looked at. */
  private static final int RECORDS = 200;

  private final LookupSession session;
  private final Duration limit;

  private Dns(List<InetSocketAddress> servers, Duration query, Duration lookup) {
    List<Resolver> resolvers = new ArrayList<>();
    for (InetSocketAddress server : servers) {
      SimpleResolver resolver = new SimpleResolver(server);
      resolver.setTimeout(query);
      resolvers.add(resolver);
    }
    ExtendedResolver all = new ExtendedResolver(resolvers);
    all.setRetries(TRIES_PER_SERVER);
    all.setTimeout(lookup);
    this.session = LookupSession.builder().resolver(all).cache(cache()).build();
    this.limit = lookup;
  }

  private static Cache cache() {
    Cache cache = new Cache(DClass.IN);
    cache.setMaxEntries(ANSWERS_KEPT);
    cache.setMaxCache(KEPT_SECONDS);
    cache.setMaxNCache(ABSENCE_KEPT_SECONDS);
    return cache;
  }

  /** Asks the servers that the operating system names. */
  public static Dns ofSystem() {
    return new Dns(new ResolverConfig().servers(), QUERY, LOOKUP);
  }

  /**
   * Asks several servers.
   *
   * @param servers in the order they are asked; empty for those of the operating system
   */
  public static Dns at(List<InetSocketAddress> servers) {
    return servers.isEmpty() ? ofSystem() : new Dns(servers, QUERY, LOOKUP);
  }

  /** Asks one server. */
  public static Dns at(InetSocketAddress server) {
    return new Dns(List.of(server), QUERY, LOOKUP);
  }

  /**
   * Asks several servers with other time limits.
   *
   * @param servers in the order they are asked
   * @param query for one question to one server
   * @param lookup for one question to all of them
   */
  public static Dns at(List<InetSocketAddress> servers, Duration query, Duration lookup) {
    return new Dns(servers, query, lookup);
  }

  /** MX records, in no order. */
  public List<MailHost> mailHosts(String domain) throws DnsException {
    List<MailHost> hosts = new ArrayList<>();
    for (Record found : await(domain, ask(domain, Type.MX), limit)) {
      if (found instanceof MXRecord mx) {
        hosts.add(new MailHost(mx.getPriority(), text(mx.getTarget())));
      }
    }
    return hosts;
  }

  /** IPv4 addresses first, because reputation and reverse names are usually set up for them. */
  public List<InetAddress> addresses(String host) throws DnsException {
    return addresses(host, limit);
  }

  /**
   * As {@link #addresses(String)}.
   *
   * @param longest how long each of the two answers is waited for; both are asked at once
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

  /** TXT records, the strings of each put together (RFC 7208 section 3.3). */
  public List<String> texts(String name) throws DnsException {
    return values(name, RecordType.TXT, limit);
  }

  /** The names an address has (PTR). */
  public List<String> namesOf(InetAddress address) throws DnsException {
    return values(ReverseMap.fromAddress(address).toString(), RecordType.PTR, limit);
  }

  /**
   * The records of one type in text: addresses; names, those of MX records by preference; the
   * strings of each TXT record put together.
   *
   * @param longest how long the answer is waited for
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
      return session.lookupAsync(Name.fromString(name, Name.root), type).toCompletableFuture();
    } catch (TextParseException e) {
      throw new DnsException(Reason.NO_SUCH_NAME, "this can be no name");
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
      throw new DnsException(Reason.NOT_NOW, "the name servers of " + name + " gave no answer");
    } catch (TimeoutException e) {
      answer.cancel(false);
      throw new DnsException(Reason.NOT_NOW, "no answer in time about " + name);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DnsException(Reason.NOT_NOW, "interrupted");
    }
  }

  private static String text(Name name) {
    return name.equals(Name.root) ? "" : name.toString(true).toLowerCase(Locale.ROOT);
  }
}
