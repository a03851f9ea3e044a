package dev.agentmailbox.service.work;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;

/**
 * Counts of what {@link MailLog} has logged since the process started, for all mailboxes of the
 * process. Thread safe.
 */
public final class MailCounts {
  /** Messages received to their end, by code of the answer. */
  public static final MailCounts RECEIVED = new MailCounts("250");

  /** Recipients refused, by code of the answer. */
  public static final MailCounts REFUSED = new MailCounts("550");

  /** Recipients of sends that reached an end, by status. */
  public static final MailCounts SETTLED =
      new MailCounts("sent", "delivered", "rejected", "bounced");

  /** Recipients left for a later attempt, once for each attempt. */
  public static final MailCounts DEFERRED = new MailCounts("");

  private static final int CODE_DIGITS = 3;
  private static final Pattern STATUS = Pattern.compile("[2-5][0-9]{2}( .*)?");

  private final ConcurrentMap<String, LongAdder> counts = new ConcurrentHashMap<>();

  /**
   * @param usual present from the beginning with 0, so that a first count is an increase
   */
  private MailCounts(String... usual) {
    for (String by : usual) {
      counts.put(by, new LongAdder());
    }
  }

  /** The counts so far, by code or status. */
  public Map<String, Long> soFar() {
    Map<String, Long> sums = new TreeMap<>();
    counts.forEach((by, count) -> sums.put(by, count.sum()));
    return sums;
  }

  void add(String by, long n) {
    counts.computeIfAbsent(by, fresh -> new LongAdder()).add(n);
  }

  /** The three digits of a status such as {@code 550 5.1.1}; 000 for anything else. */
  static String code(String status) {
    return STATUS.matcher(status).matches() ? status.substring(0, CODE_DIGITS) : "000";
  }
}
