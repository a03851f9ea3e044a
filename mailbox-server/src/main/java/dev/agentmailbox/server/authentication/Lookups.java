package dev.agentmailbox.server.authentication;

import dev.agentmailbox.server.dns.RecordType;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * All questions of one message: each is asked once, and all of them together have a limit in number
 * and in time. Past it every answer is {@code FAILED}. Belongs to one thread.
 */
final class Lookups {
  /** Questions of one message. */
  static final int MAX_QUESTIONS = 120;

  /** One question. */
  static final Duration EACH = Duration.ofSeconds(4);

  /** All questions of one message. */
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

  /** How many different questions were asked. */
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
