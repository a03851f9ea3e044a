package dev.agentmailbox.port;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.event.LoggedEvent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Follows a log while eight writers fill it, each of which now and then waits a little before its
 * commit. A log that numbers events before they are committed makes the reader step over some of
 * them; the reader's cursor is past their number when they appear.
 */
public final class GapProbe {
  public static final int EVENTS = 3_000;
  private static final int PAGE = 200;
  private static final int PAUSE_PERCENT = 5;
  private static final int MAX_PAUSE_MICROS = 3_000;

  private GapProbe() {}

  /** Appends one event in a transaction of its own. */
  @FunctionalInterface
  public interface Writer {
    /**
     * @param beforeCommit to be run inside the transaction when its number may be known already
     */
    void append(String eventId, Runnable beforeCommit);
  }

  /** Reads events after a number. */
  @FunctionalInterface
  public interface Reader {
    List<LoggedEvent> after(long sequence, int limit);
  }

  /** Asserts that a reader that follows the log sees every event, once, without a gap. */
  public static void assertNoGaps(Writer writer, Reader reader) {
    List<LoggedEvent> seen = follow(writer, reader);
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < seen.size(); i++) {
      assertEquals(i + 1, seen.get(i).sequence(), "numbers are dense");
      ids.add(seen.get(i).event().id());
    }
    assertEquals(EVENTS, seen.size(), "the reader saw as many as were written");
    assertEquals(EVENTS, ids.size(), "each was seen once");
  }

  /** What a reader sees that follows the log until the writers are done. */
  static List<LoggedEvent> follow(Writer writer, Reader reader) {
    AtomicInteger writersLeft = new AtomicInteger(Race.THREADS);
    List<List<LoggedEvent>> results =
        Race.run(
            Race.THREADS + 1,
            racer -> {
              if (racer == Race.THREADS) {
                return readUntilDone(reader, writersLeft);
              }
              try {
                write(writer, racer);
              } finally {
                writersLeft.decrementAndGet();
              }
              return List.of();
            });
    return results.get(Race.THREADS);
  }

  private static void write(Writer writer, int racer) {
    Random random = new Random(racer);
    for (int i = 0; i < EVENTS / Race.THREADS; i++) {
      boolean pauses = random.nextInt(100) < PAUSE_PERCENT;
      long nanos = pauses ? random.nextInt(MAX_PAUSE_MICROS) * 1_000L : 0;
      writer.append("evt_" + racer + "_" + i, () -> LockSupport.parkNanos(nanos));
    }
  }

  private static List<LoggedEvent> readUntilDone(Reader reader, AtomicInteger writersLeft) {
    List<LoggedEvent> seen = new ArrayList<>();
    while (true) {
      boolean done = writersLeft.get() == 0;
      long cursor = seen.isEmpty() ? 0 : seen.get(seen.size() - 1).sequence();
      List<LoggedEvent> page = reader.after(cursor, PAGE);
      seen.addAll(page);
      if (done && page.isEmpty()) {
        return seen;
      }
    }
  }
}
