package dev.agentmailbox.server.authentication;

import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
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
import org.xbill.DNS.SimpleResolver;
import org.xbill.DNS.TXTRecord;
import org.xbill.DNS.TextParseException;
import org.xbill.DNS.Type;
import org.xbill.DNS.lookup.LookupResult;
import org.xbill.DNS.lookup.LookupSession;
import org.xbill.DNS.lookup.NoSuchDomainException;
import org.xbill.DNS.lookup.NoSuchRRSetException;

/**
 * Asks name servers, with a cache. When several questions in a row got no answer, none is asked for
 * a while, so that mail does not wait for servers that are down. Thread safe.
 */
final class NameServers implements NameService {
  private static final int CACHE_ENTRIES = 20_000;
  private static final int CACHE_SECONDS = 3_600;
  private static final int ABSENCE_CACHE_SECONDS = 300;

  /** A server that did not answer in this time is asked again, or the next one is. */
  private static final Duration RETRY_AFTER = Duration.ofMillis(1_500);

  private static final int TRIES = 2;

  /** So many questions without an answer, one after the other, make a pause. */
  private static final int SILENT_QUESTIONS = 8;

  private static final Duration PAUSE = Duration.ofSeconds(10);

  /** Records of one answer that are read. */
  private static final int MAX_RECORDS = 100;

  private final LookupSession session;
  private final AtomicInteger silent = new AtomicInteger();
  private final AtomicLong pausedUntil = new AtomicLong(System.nanoTime());

  /**
   * @param servers in the order they are asked
   */
  NameServers(List<InetSocketAddress> servers) throws UnknownHostException {
    List<Resolver> resolvers = new ArrayList<>();
    for (InetSocketAddress server : servers) {
      SimpleResolver resolver = new SimpleResolver(server);
      resolver.setTimeout(RETRY_AFTER);
      resolvers.add(resolver);
    }
    ExtendedResolver resolver = new ExtendedResolver(resolvers);
    resolver.setRetries(TRIES);
    Cache cache = new Cache(DClass.IN);
    cache.setMaxEntries(CACHE_ENTRIES);
    cache.setMaxCache(CACHE_SECONDS);
    cache.setMaxNCache(ABSENCE_CACHE_SECONDS);
    this.session = LookupSession.builder().resolver(resolver).cache(cache).build();
  }

  @Override
  public Answer ask(String name, RecordType type, Duration limit) {
    if (silent.get() >= SILENT_QUESTIONS && System.nanoTime() - pausedUntil.get() < 0) {
      return Answer.FAILED;
    }
    CompletableFuture<LookupResult> question;
    try {
      question =
          session
              .lookupAsync(Name.fromString(name, Name.root), Type.value(type.name()))
              .toCompletableFuture();
    } catch (TextParseException | IllegalArgumentException noName) {
      return Answer.NO_SUCH_NAME;
    }
    try {
      List<String> values = values(question.get(limit.toMillis(), TimeUnit.MILLISECONDS));
      silent.set(0);
      return Answer.of(values);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof NoSuchDomainException) {
        silent.set(0);
        return Answer.NO_SUCH_NAME;
      }
      if (e.getCause() instanceof NoSuchRRSetException) {
        silent.set(0);
        return Answer.EMPTY;
      }
    } catch (TimeoutException e) {
      question.cancel(false);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Answer.FAILED;
    }
    if (silent.incrementAndGet() >= SILENT_QUESTIONS) {
      pausedUntil.set(System.nanoTime() + PAUSE.toNanos());
    }
    return Answer.FAILED;
  }

  private static List<String> values(LookupResult result) {
    return result.getRecords().stream()
        .limit(MAX_RECORDS)
        .sorted(Comparator.comparingInt(NameServers::preference))
        .map(NameServers::value)
        .toList();
  }

  private static int preference(Record found) {
    return found instanceof MXRecord mx ? mx.getPriority() : 0;
  }

  private static String value(Record found) {
    if (found instanceof ARecord a) {
      return a.getAddress().getHostAddress();
    }
    if (found instanceof AAAARecord aaaa) {
      return aaaa.getAddress().getHostAddress();
    }
    if (found instanceof MXRecord mx) {
      return mx.getTarget().toString(true);
    }
    if (found instanceof PTRRecord ptr) {
      return ptr.getTarget().toString(true);
    }
    StringBuilder text = new StringBuilder();
    if (found instanceof TXTRecord txt) {
      for (byte[] part : txt.getStringsAsByteArrays()) {
        text.append(new String(part, StandardCharsets.UTF_8));
      }
    }
    return text.toString();
  }
}
