package dev.agentmailbox.server.authentication;

import dev.agentmailbox.server.dns.RecordType;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The DNS queries of one message: each is sent once, with an overall limit in number and time.
 * Beyond it every result is {@code FAILED}. Belongs to one thread.
 */
final class Lookups {
  /** Maximum queries per message. */
  static final int MAX_QUESTIONS = 120;

  /** Timeout of one query. */
  static final Duration EACH = Duration.ofSeconds(4);

  /** Timeout of all queries of a message. */
  static final Duration ALL = Duration.ofSeconds(10);

  private final NameService names;
  private final LongSupplier nanoTime;
  private final long end;
  private final Map<String, NameService.Answer> asked = new HashMap<>();

  Lookups(NameService names) {
    this(names, System::nanoTime);
  }

  Lookups(NameService names, LongSupplier nanoTime) {
    this.names = names;
    this.nanoTime = nanoTime;
    this.end = nanoTime.getAsLong() + ALL.toNanos();
  }

  NameService.Answer ask(String name, RecordType type) {
    String key = type + " " + name.toLowerCase(Locale.ROOT);
    NameService.Answer before = asked.get(key);
    if (before != null) {
      return before;
    }
    NameService.Answer answer = fresh(name, type);
    asked.put(key, answer);
    return answer;
  }

  /** The number of distinct queries. */
  int count() {
    return asked.size();
  }

  private NameService.Answer fresh(String name, RecordType type) {
    if (!Domains.canBeAsked(name)) {
      return NameService.Answer.NO_SUCH_NAME;
    }
    Duration left = Duration.ofNanos(end - nanoTime.getAsLong());
    if (asked.size() >= MAX_QUESTIONS || left.isNegative() || left.isZero()) {
      return NameService.Answer.FAILED;
    }
    return names.ask(name, type, left.compareTo(EACH) < 0 ? left : EACH);
  }
}
