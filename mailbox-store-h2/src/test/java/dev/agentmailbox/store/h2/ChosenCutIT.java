package dev.agentmailbox.store.h2;

import static dev.agentmailbox.port.StoreFixtures.ONE;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.fixture.Slow;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.port.StoreState;
import dev.agentmailbox.store.h2.disk.CallKind;
import dev.agentmailbox.store.h2.disk.CutMode;
import dev.agentmailbox.store.h2.disk.SimulatedDisk;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Cuts the power of a simulated disk once, at a chosen call. */
@Slow
class ChosenCutIT {
  private static final int TORN_DATABASES = 20;
  private static final List<CutMode> MODES = List.of(CutMode.values());

  private static H2Store open(SimulatedDisk disk) {
    return H2Store.open(data(disk), Clock.systemUTC());
  }

  private static Path data(SimulatedDisk disk) {
    return disk.root().resolve("data");
  }

  /** A store that has acknowledged one message. */
  private static H2Store used(SimulatedDisk disk) {
    H2Store store = open(disk);
    StoreFixtures.world(store);
    Deliveries.deliver(store, "msg_1");
    return store;
  }

  private static boolean has(H2Store store, String id) {
    return store.read(tx -> tx.messages().find(ONE, id)).isPresent();
  }

  private static long events(H2Store store) {
    return store.read(tx -> tx.events().bounds(ONE.organizationId())).newest();
  }

  @Test
  void what_a_new_store_has_acknowledged_outlives_a_cut() throws IOException {
    SimulatedDisk disk = new SimulatedDisk(1);
    H2Store store = used(disk);
    SimulatedDisk after = disk.cut(CutMode.NOTHING);
    PoweredMailbox.closeQuietly(store);
    try (H2Store again = open(after)) {
      Message message = again.read(tx -> tx.messages().find(ONE, "msg_1")).orElseThrow();
      RawMessage content = again.content().find(message.content().contentKey()).orElseThrow();
      try (InputStream in = content.open()) {
        assertArrayEquals(Deliveries.content("msg_1"), in.readAllBytes());
      }
    }
  }

  /** It is longer than content of the journal. */
  @Test
  void long_content_is_durable_before_its_row() throws IOException {
    SimulatedDisk disk = new SimulatedDisk(1);
    H2Store store = open(disk);
    byte[] bytes = "long".repeat(50_000).getBytes(US_ASCII);
    String key = Deliveries.keep(store.content(), bytes);
    SimulatedDisk after = disk.cut(CutMode.NOTHING);
    PoweredMailbox.closeQuietly(store);
    try (H2Store again = open(after);
        InputStream in = again.content().find(key).orElseThrow().open()) {
      assertArrayEquals(bytes, in.readAllBytes());
    }
  }

  @Test
  void a_first_start_that_is_cut_at_any_call_is_begun_anew() {
    for (long call = 1; isCutInFirstStart(call); call++) {
      // Until a first start comes to its end before that call.
    }
  }

  private static boolean isCutInFirstStart(long call) {
    SimulatedDisk disk = new SimulatedDisk(call);
    disk.cutAt(call);
    try {
      PoweredMailbox.closeQuietly(open(disk));
      return false;
    } catch (StoreException withoutPower) {
      assertTrue(disk.isOff(), () -> "call " + call + ": " + withoutPower.getMessage());
    }
    try (H2Store again = open(disk.cut(MODES.get((int) call % MODES.size())))) {
      assertEquals(StoreState.RUNNING, again.state());
    }
    return true;
  }

  @Test
  void a_start_and_a_stop_that_are_cut_at_any_call_lose_nothing() {
    for (int call = 1; isCutInStartOrStop(call, false); call++) {
      // Until a start and a stop come to their ends before that call.
    }
  }

  @Test
  void a_stop_that_rewrites_the_database_and_is_cut_at_any_call_loses_nothing() {
    for (int call = 1; isCutInStartOrStop(call, true); call++) {
      // Until a start and a stop come to their ends before that call.
    }
  }

  private static boolean isCutInStartOrStop(int call, boolean rewrites) {
    SimulatedDisk disk = new SimulatedDisk(call);
    used(disk).close();
    disk.cutAt(disk.calls() + call);
    try {
      H2Store store = open(disk);
      if (rewrites) {
        store.rewriteAtClose();
      }
      store.close();
    } catch (StoreException withoutPower) {
      assertTrue(disk.isOff(), () -> "call " + call + ": " + withoutPower.getMessage());
    }
    boolean isCut = disk.isOff();
    for (CutMode mode : EnumSet.of(CutMode.ALL, MODES.get(call % MODES.size()))) {
      try (H2Store again = open(disk.cut(mode))) {
        assertTrue(has(again, "msg_1"), mode + " of call " + call);
      } catch (StoreException refused) {
        throw new AssertionError(mode + " of call " + call, refused);
      }
    }
    return isCut;
  }

  /** H2 would take its first state for whole when both of its ends are there. */
  @Test
  void a_first_start_whose_database_has_holes_is_begun_anew() {
    for (long seed = 1; seed <= TORN_DATABASES; seed++) {
      SimulatedDisk disk = new SimulatedDisk(seed);
      disk.listen(
          (kind, path) -> {
            if (kind == CallKind.FORCE && path.equals(H2Database.file(data(disk)))) {
              disk.cutAt(disk.calls() + 1);
            }
          });
      assertThrows(StoreException.class, () -> open(disk).close());
      try (H2Store again = open(disk.cut(CutMode.SOME))) {
        assertEquals(StoreState.RUNNING, again.state(), "seed " + seed);
      }
    }
  }

  /** The note of a checkpoint says what was forced. */
  @Test
  void a_checkpoint_that_is_cut_before_the_database_is_forced_was_not_made() {
    SimulatedDisk disk = new SimulatedDisk(1);
    H2Store store = used(disk);
    disk.listen(
        (kind, path) -> {
          if (kind == CallKind.FORCE && path.equals(H2Database.file(data(disk)))) {
            disk.cutAt(disk.calls() + 1);
          }
        });
    PoweredMailbox.closeQuietly(store);
    assertTrue(disk.isOff(), "the last checkpoint forces the database");
    try (H2Store again = open(disk.cut(CutMode.NOTHING))) {
      assertTrue(has(again, "msg_1"));
    }
  }

  @Test
  void a_message_and_its_event_are_there_both_or_neither_after_a_cut_at_any_call() {
    for (long call = 1; isCutInDelivery(call); call++) {
      // Until a delivery comes to its end before that call.
    }
  }

  private static boolean isCutInDelivery(long call) {
    SimulatedDisk disk = new SimulatedDisk(1);
    H2Store store = used(disk);
    disk.cutAt(disk.calls() + call);
    boolean cut;
    try {
      Deliveries.deliver(store, "msg_2");
      cut = false;
    } catch (RuntimeException withoutPower) {
      cut = true;
    }
    SimulatedDisk after = disk.cut(CutMode.ALL);
    PoweredMailbox.closeQuietly(store);
    try (H2Store again = open(after)) {
      assertEquals(has(again, "msg_2") ? 2 : 1, events(again), "cut at call " + call);
    }
    return cut;
  }
}
