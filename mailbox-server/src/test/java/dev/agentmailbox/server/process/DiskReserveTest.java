package dev.agentmailbox.server.process;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DiskReserveTest {
  private static final long RESERVE = 100;

  private long usable = RESERVE;
  private final DiskReserve reserve =
      new DiskReserve(
          RESERVE,
          () -> {
            if (usable < 0) {
              throw new IOException("no such disk");
            }
            return usable;
          });

  private boolean isLowWith(long bytes) {
    usable = bytes;
    reserve.look();
    return reserve.isLow();
  }

  @Test
  void a_disk_with_the_reserve_has_room_and_one_with_a_byte_less_has_not() {
    assertFalse(isLowWith(RESERVE));
    assertTrue(isLowWith(RESERVE - 1));
    assertFalse(isLowWith(RESERVE));
  }

  @Test
  void a_disk_that_cannot_be_looked_at_counts_as_one_with_room() {
    assertTrue(isLowWith(RESERVE - 1));
    assertFalse(isLowWith(-1));
  }

  @Test
  void a_disk_that_is_low_is_low_from_the_start_and_looked_at_again() throws Exception {
    SynchronousQueue<Long> space = new SynchronousQueue<>();
    CountDownLatch first = new CountDownLatch(1);
    try (DiskReserve looking =
        new DiskReserve(
            RESERVE,
            () -> {
              if (first.getCount() > 0) {
                first.countDown();
                return RESERVE - 1;
              }
              try {
                return space.take();
              } catch (InterruptedException closing) {
                throw new IOException(closing);
              }
            })) {
      looking.start();
      assertTrue(looking.isLow());
      space.put(RESERVE);
      // The next look begins when the one before has told its answer; meanwhile nobody waits.
      space.put(RESERVE);
      assertFalse(looking.isLow());
    }
  }

  @Test
  void without_a_reserve_nothing_is_looked_at() {
    try (DiskReserve none =
        new DiskReserve(
            0,
            () -> {
              throw new AssertionError("looked");
            })) {
      assertFalse(none.start().isLow());
    }
  }
}
