package dev.agentmailbox.server.authentication;

import dev.agentmailbox.server.dns.DnsException;
import dev.agentmailbox.server.dns.DnsException.Reason;
import dev.agentmailbox.server.dns.RecordType;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The DNS queries of one message: each is sent once, with an overall limit in number and time.
 * Beyond it every query fails. Belongs to one thread.
 */
final class Lookups {
  /** Maximum queries per message. */
  static final int MAX_QUESTIONS = 120;

  /** Timeout of one query. */
  static final Duration EACH = Duration.ofSeconds(4);

  /** Timeout of all queries of a message. */
  static final Duration ALL = Duration.ofSeconds(10);

  private final Source source;
  private final LongSupplier nanoTime;
  private final long end;
  private final Map<String, Answer> asked = new HashMap<>();

  /** Asks name servers. Thread safe. */
  @FunctionalInterface
  interface Source {
    /** As {@link dev.agentmailbox.server.dns.Dns#values}. */
    List<String> values(String name, RecordType type, Duration longest) throws DnsException;
  }

  /**
   * A result.
   *
   * @param values addresses and names in text; the strings of a TXT record joined
   * @param failure null for a name that exists, with such records or without
   */
  record Answer(List<String> values, @Nullable Reason failure) {
    static Answer failed(Reason reason) {
      return new Answer(List.of(), reason);
    }

    /** Whether nothing is known for now. */
    boolean failed() {
      return failure == Reason.NOT_NOW;
    }
  }

  Lookups(Source source) {
    this(source, System::nanoTime);
  }

  Lookups(Source source, LongSupplier nanoTime) {
    this.source = source;
    this.nanoTime = nanoTime;
    this.end = nanoTime.getAsLong() + ALL.toNanos();
  }

  Answer ask(String name, RecordType type) {
    String key = type + " " + name.toLowerCase(Locale.ROOT);
    Answer before = asked.get(key);
    if (before != null) {
      return before;
    }
    Answer answer = fresh(name, type);
    asked.put(key, answer);
    return answer;
  }

  /** The number of distinct queries. */
  int count() {
    return asked.size();
  }

  private Answer fresh(String name, RecordType type) {
    if (!Domains.canBeAsked(name)) {
      return Answer.failed(Reason.NO_SUCH_NAME);
    }
    Duration left = Duration.ofNanos(end - nanoTime.getAsLong());
    if (asked.size() >= MAX_QUESTIONS || left.isNegative() || left.isZero()) {
      return Answer.failed(Reason.NOT_NOW);
    }
    try {
      return new Answer(source.values(name, type, left.compareTo(EACH) < 0 ? left : EACH), null);
    } catch (DnsException e) {
      return Answer.failed(e.reason());
    }
  }
}
