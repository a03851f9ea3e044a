package dev.agentmailbox.server.authentication;

import dev.agentmailbox.server.dns.Dns;
import dev.agentmailbox.server.dns.DnsException;
import dev.agentmailbox.server.dns.DnsException.Reason;
import dev.agentmailbox.server.dns.RecordType;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Queries name servers. After several consecutive failures queries pause for a while, so that mail
 * does not wait for servers that are down. Thread safe.
 */
final class NameServers implements Lookups.Source {
  /** Timeout after which the query is retried or sent to the next server. */
  private static final Duration RETRY_AFTER = Duration.ofMillis(1_500);

  /** Maximum time of one query, unless the caller's limit is shorter. */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  /** Consecutive failures that start a pause. */
  private static final int SILENT_QUESTIONS = 8;

  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final Dns dns;
  private final AtomicInteger silent = new AtomicInteger();
  private final AtomicLong pausedUntil = new AtomicLong(System.nanoTime());

  /**
   * @param servers in query order; empty for those of the operating system
   */
  NameServers(List<InetSocketAddress> servers) {
    this(Dns.at(servers, RETRY_AFTER, LONGEST));
  }

  NameServers(Dns dns) {
    this.dns = dns;
  }

  @Override
  public List<String> values(String name, RecordType type, Duration longest) throws DnsException {
    if (silent.get() >= SILENT_QUESTIONS && System.nanoTime() - pausedUntil.get() < 0) {
      throw DnsException.unanswered("the name servers did not respond lately");
    }
    try {
      List<String> values = dns.values(name, type, longest);
      silent.set(0);
      return values;
    } catch (DnsException e) {
      if (e.reason() == Reason.NO_SUCH_NAME) {
        silent.set(0);
      } else if (silent.incrementAndGet() >= SILENT_QUESTIONS) {
        pausedUntil.set(System.nanoTime() + PAUSE.toNanos());
      }
      throw e;
    }
  }
}
