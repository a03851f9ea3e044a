package dev.agentmailbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class DiskReserveTest {
  private long usable = 100;
  private long now;
  private int looks;
  private final DiskReserve reserve =
      new DiskReserve(
          100,
          () -> {
            looks++;
            if (usable < 0) {
              throw new IOException("no such disk");
            }
            return usable;
          },
          () -> now);

  private void aSecondLater() {
    now += DiskReserve.KEPT.toNanos();
  }

  @Test
  void a_disk_with_the_reserve_has_room_and_one_with_a_byte_less_has_not() {
    assertFalse(reserve.isLow());
    usable = 99;
    aSecondLater();
    assertTrue(reserve.isLow());
    usable = 100;
    aSecondLater();
    assertFalse(reserve.isLow());
  }

  @Test
  void the_disk_is_looked_at_once_a_second_however_often_it_is_asked() {
    for (int i = 0; i < 100; i++) {
      assertFalse(reserve.isLow());
    }
    assertEquals(1, looks);
    now = DiskReserve.KEPT.toNanos() - 1;
    assertFalse(reserve.isLow());
    assertEquals(1, looks);
    now++;
    assertFalse(reserve.isLow());
    assertEquals(2, looks);
  }

  @Test
  void a_disk_that_cannot_be_looked_at_counts_as_one_with_room() {
    usable = -1;
    assertFalse(reserve.isLow());
  }

  @Test
  void without_a_reserve_nothing_is_looked_at() {
    assertFalse(
        new DiskReserve(
                0,
                () -> {
                  throw new AssertionError("looked");
                },
                () -> now)
            .isLow());
  }
}
