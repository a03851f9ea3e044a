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
final class NameServers implements NameService {
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
   * @param servers in query order
   */
  NameServers(List<InetSocketAddress> servers) {
    this(Dns.at(servers, RETRY_AFTER, LONGEST));
  }

  NameServers(Dns dns) {
    this.dns = dns;
  }

  @Override
  public Answer ask(String name, RecordType type, Duration limit) {
    if (silent.get() >= SILENT_QUESTIONS && System.nanoTime() - pausedUntil.get() < 0) {
      return Answer.FAILED;
    }
    try {
      Answer answer = Answer.of(dns.values(name, type, limit));
      silent.set(0);
      return answer;
    } catch (DnsException e) {
      if (e.reason() == Reason.NO_SUCH_NAME) {
        silent.set(0);
        return Answer.NO_SUCH_NAME;
      }
      if (silent.incrementAndGet() >= SILENT_QUESTIONS) {
        pausedUntil.set(System.nanoTime() + PAUSE.toNanos());
      }
      return Answer.FAILED;
    }
  }
}
