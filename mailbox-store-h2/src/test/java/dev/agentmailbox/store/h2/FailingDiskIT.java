package dev.agentmailbox.store.h2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.fixture.Slow;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailReceiver.RecipientAnswer;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.port.StoreState;
import dev.agentmailbox.store.h2.disk.CallKind;
import dev.agentmailbox.store.h2.disk.CutMode;
import dev.agentmailbox.store.h2.disk.FailureKind;
import dev.agentmailbox.store.h2.disk.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Statement;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Lets one call of the disk fail, or all from one on, at each number in turn. The store answers
 * rightly or asks to come again, never from an older state, and the next start has everything that
 * was acknowledged. {@code -Dfailures=5000 -Dfailures.seed=42}.
 */
@Slow
class FailingDiskIT {
  private static final int FAILURES = Integer.getInteger("failures", 30);
  private static final long SEED = Long.getLong("failures.seed", 1);
  private static final int RUN_CALLS = 5_000;
  private static final int STEPS_AFTER = 12;
  private static final int JOURNAL_BYTES = 60_000;
  private static final int FAILURES_OF_A_DISK = 50;

  @Test
  void whatever_call_fails_nothing_acknowledged_is_lost_or_denied() throws Exception {
    int made = 0;
    long acknowledged = 0;
    for (int disk = 0; made < FAILURES; disk++) {
      Lives lives = new Lives(SEED + disk);
      for (int i = 0; i < FAILURES_OF_A_DISK && made < FAILURES; i++) {
        try {
          lives.fail(1 + (int) ((long) made * RUN_CALLS / FAILURES) % 400);
        } catch (Exception | AssertionError e) {
          throw new AssertionError(
              "disk %d of -Dfailures.seed=%d, failure %d".formatted(disk, SEED, i), e);
        }
        made++;
      }
      acknowledged += lives.ledger.acknowledged();
    }
    System.out.printf(
        "failing calls: %d, seed %d; %d acknowledged, all there%n", made, SEED, acknowledged);
  }

  @Test
  void a_write_whose_record_cannot_be_written_is_undone() {
    SimulatedDisk disk = new SimulatedDisk(1);
    Path data = disk.root().resolve("data");
    try (H2Store store = H2Store.open(data, SettableClock.at(StoreFixtures.START))) {
      StoreFixtures.world(store);
      disk.failAt(
          1,
          FailureKind.INPUT_OUTPUT,
          (call, path) -> call == CallKind.WRITE && path.startsWith(H2Database.journal(data)));
      StoreException failed =
          assertThrows(StoreException.class, () -> Deliveries.deliver(store, "msg_1"));
      assertTrue(failed.isUndone());
      assertFalse(store.read(tx -> tx.messages().find(StoreFixtures.ONE, "msg_1")).isPresent());
      Deliveries.deliver(store, "msg_2");
    }
  }

  @Test
  void after_a_failed_write_of_the_database_reads_continue_with_what_was_written() {
    SimulatedDisk disk = new SimulatedDisk(1);
    Path data = disk.root().resolve("data");
    H2Store store = H2Store.open(data, SettableClock.at(StoreFixtures.START));
    StoreFixtures.world(store);
    Deliveries.deliver(store, "msg_1");
    disk.failFrom(
        1,
        FailureKind.INPUT_OUTPUT,
        (call, path) -> call == CallKind.WRITE && path.equals(H2Database.file(data)));
    store.database().store();
    disk.heal();
    assertEquals(StoreState.Kind.READ_ONLY, store.state().kind());
    assertTrue(store.read(tx -> tx.messages().find(StoreFixtures.ONE, "msg_1")).isPresent());
    assertThrows(StoreException.class, () -> Deliveries.deliver(store, "msg_2"));
    PoweredMailbox.closeQuietly(store);
  }

  @Test
  void a_database_that_closed_itself_answers_nothing_from_an_older_state() throws Exception {
    SimulatedDisk disk = new SimulatedDisk(1);
    H2Store store = H2Store.open(disk.root().resolve("data"), clock());
    StoreFixtures.world(store);
    Deliveries.deliver(store, "msg_1");
    try (Statement statement = store.database().own().createStatement()) {
      statement.execute("SHUTDOWN IMMEDIATELY");
    }
    assertThrows(
        StoreException.class,
        () -> store.read(tx -> tx.messages().find(StoreFixtures.ONE, "msg_1")));
    assertEquals(StoreState.Kind.READ_ONLY, store.state().kind());
    PoweredMailbox.closeQuietly(store);
  }

  @Test
  void a_directory_whose_entry_could_not_be_forced_takes_no_content() throws IOException {
    SimulatedDisk disk = new SimulatedDisk(1);
    Path content = disk.root().resolve("data").resolve("content");
    H2Store store = H2Store.open(disk.root().resolve("data"), clock());
    disk.failAt(
        1,
        FailureKind.INPUT_OUTPUT,
        (call, path) -> call == CallKind.FORCE_DIRECTORY && path.equals(content));
    assertThrows(StoreException.class, () -> keep(store));
    assertThrows(StoreException.class, () -> keep(store));
    assertEquals(StoreState.Kind.READ_ONLY, store.state().kind());
    PoweredMailbox.closeQuietly(store);
  }

  @Test
  void a_directory_that_a_killed_process_made_is_forced_before_it_takes_content() throws Exception {
    SimulatedDisk disk = new SimulatedDisk(1);
    Path content = disk.root().resolve("data").resolve("content");
    H2Store.open(disk.root().resolve("data"), clock()).close();
    Files.createDirectory(content.resolve("2026-01-01.0000"));
    H2Store store = H2Store.open(disk.root().resolve("data"), clock());
    String key = keep(store);
    SimulatedDisk after = disk.cut(CutMode.NOTHING);
    PoweredMailbox.closeQuietly(store);
    try (H2Store next = H2Store.open(after.root().resolve("data"), clock())) {
      assertTrue(next.content().find(key).isPresent());
    }
  }

  private static SettableClock clock() {
    return SettableClock.at(StoreFixtures.START);
  }

  /** Keeps content that is too long for the journal. */
  private static String keep(H2Store store) throws IOException {
    try (ContentStore.Spool spool = store.content().spool()) {
      spool.out().write(new byte[100_000]);
      return spool.keep();
    }
  }

  /** One disk and what happens to it. */
  private static final class Lives {
    private final Random random;
    private final PowerLedger ledger = new PowerLedger();
    private final PowerLoad load = new PowerLoad(ledger);
    private final SettableClock clock = SettableClock.at(StoreFixtures.START);
    private SimulatedDisk disk;

    Lives(long seed) {
      random = new Random(seed);
      disk = new SimulatedDisk(seed);
    }

    void fail(int call) throws IOException {
      boolean forGood = random.nextBoolean();
      try (PoweredMailbox at = new PoweredMailbox(disk, clock, ledger, JOURNAL_BYTES)) {
        at.check(load);
        long number = disk.calls() + call;
        if (forGood) {
          disk.failFrom(number, FailureKind.INPUT_OUTPUT);
        } else {
          disk.failAt(number, FailureKind.INPUT_OUTPUT);
        }
        while (disk.calls() < number) {
          load.step(at, random);
        }
        for (int i = 0; i < STEPS_AFTER; i++) {
          load.step(at, random);
          requireHonest(at);
        }
      }
      disk.heal();
      disk = disk.cut(random.nextBoolean() ? CutMode.NOTHING : CutMode.SOME);
      clock.advance(Duration.ofMinutes(6));
      try (PoweredMailbox at = new PoweredMailbox(disk, clock, ledger, JOURNAL_BYTES)) {
        assertEquals(StoreState.RUNNING, at.store.state());
        at.check(load);
      }
    }

    /** Right, or later; and a store that takes nothing says why. */
    private void requireHonest(PoweredMailbox at) {
      try {
        assertEquals(RecipientAnswer.ACCEPTED, at.mailbox.receiver().judge(PoweredMailbox.INBOX));
        at.mailbox.inboxes().get(at.caller, PoweredMailbox.INBOX);
        ledger
            .sends()
            .values()
            .forEach(
                sendId -> assertEquals(sendId, at.mailbox.sends().get(at.caller, sendId).id()));
      } catch (MailboxException e) {
        assertEquals(ErrorCode.UPSTREAM_UNAVAILABLE, e.code(), e.getMessage());
      } catch (StoreException e) {
        StoreState state = at.store.state();
        assertEquals(StoreState.Kind.READ_ONLY, state.kind(), () -> String.valueOf(e));
        assertTrue(state.reason().contains("Input/output error"), state.reason());
      }
    }
  }
}
