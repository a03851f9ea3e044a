package dev.agentmailbox.service;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * What {@link MailLog} has logged, counted since the process started, for all mailboxes of the
 * process. Thread safe.
 */
public final class MailCounts {
  /** What is counted, and by what. */
  public enum Kind {
    /** Messages received to their end, by code of the answer. */
    RECEIVED("250"),
    /** Recipients refused, by code of the answer. */
    REFUSED("550"),
    /** Recipients of sends that reached an end, by status. */
    SETTLED("sent", "delivered", "rejected", "bounced"),
    /** Recipients left for a later attempt, once for each attempt. */
    DEFERRED("");

    private final ConcurrentMap<String, LongAdder> counts = new ConcurrentHashMap<>();

    /**
     * @param usual present from the beginning with 0, so that a first count is an increase
     */
    Kind(String... usual) {
      for (String by : usual) {
        counts.put(by, new LongAdder());
      }
    }

    /** The counts so far, by code or status. */
    public Map<String, Long> counts() {
      Map<String, Long> sums = new TreeMap<>();
      counts.forEach((by, count) -> sums.put(by, count.sum()));
      return sums;
    }

    void add(String by, long n) {
      counts.computeIfAbsent(by, fresh -> new LongAdder()).add(n);
    }
  }

  private MailCounts() {}

  /** The three digits of a status such as {@code 550 5.1.1}. */
  static String code(String status) {
    return status.matches("[2-5][0-9]{2}( .*)?") ? status.substring(0, 3) : "000";
  }
}
