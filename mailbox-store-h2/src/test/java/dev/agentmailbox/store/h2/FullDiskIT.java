package dev.agentmailbox.store.h2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.fixture.Slow;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.port.MailReceiver.RecipientAnswer;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.port.StoreState;
import dev.agentmailbox.store.h2.disk.CutMode;
import dev.agentmailbox.store.h2.disk.SimulatedDisk;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * Fills the disk under load, again and again: nothing is taken then, everything is read, and with
 * space it goes on by itself. {@code -Dfills=100 -Dfills.seed=42}.
 */
@Slow
class FullDiskIT {
  private static final int FILLS = Integer.getInteger("fills", 25);
  private static final long SEED = Long.getLong("fills.seed", 1);
  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final Duration RECOVERY = Duration.ofSeconds(5);
  private static final int MAX_FREE_BYTES = 400_000;
  private static final int JOURNAL_BYTES = 60_000;

  private final Random random = new Random(SEED);
  private final PowerLedger ledger = new PowerLedger();
  private final PowerLoad load = new PowerLoad(ledger);
  private final SettableClock clock = SettableClock.at(StoreFixtures.START);
  private final SimulatedDisk disk = new SimulatedDisk(SEED);

  @Test
  void a_full_disk_is_named_and_recovered_from_without_a_restart() throws Exception {
    long slowest = 0;
    try (PoweredMailbox at = new PoweredMailbox(disk, clock, ledger, JOURNAL_BYTES)) {
      for (int fill = 0; fill < FILLS; fill++) {
        slowest = Math.max(slowest, fillAndFree(at, "fill " + fill + " of seed " + SEED));
        clock.advance(Duration.ofMinutes(6));
      }
    }
    try (PoweredMailbox at =
        new PoweredMailbox(disk.cut(CutMode.NOTHING), clock, ledger, JOURNAL_BYTES)) {
      at.check(load);
    }
    System.out.printf(
        "full disks: %d, seed %d; %d acknowledged, all there; slowest recovery %d ms%n",
        FILLS, SEED, ledger.acknowledged(), slowest);
  }

  /** Returns after how many milliseconds something was taken again. */
  private long fillAndFree(PoweredMailbox at, String where) throws Exception {
    FileStore space = Files.getFileStore(disk.root());
    long used = space.getTotalSpace() - space.getUsableSpace();
    disk.capacity(used + random.nextInt(MAX_FREE_BYTES));
    AtomicBoolean stop = new AtomicBoolean();
    Random own = new Random(random.nextLong());
    Thread client =
        new Thread(
            () -> {
              while (!stop.get()) {
                load.step(at, own);
              }
            });
    client.start();
    await(() -> at.store.state().kind() == StoreState.Kind.FULL, where + ": is not full");
    assertTrue(at.store.state().reason().contains("full"), at.store.state().reason());
    assertEquals(RecipientAnswer.ACCEPTED, at.mailbox.receiver().judge(PoweredMailbox.INBOX));
    assertFalse(at.mailbox.inboxes().get(at.caller, PoweredMailbox.INBOX).address().isEmpty());
    at.messages();
    PowerLoad.requireUnknown(at);

    disk.capacity(Long.MAX_VALUE);
    long freed = System.nanoTime();
    await(() -> at.store.state().equals(StoreState.RUNNING), where + ": does not recover");
    long took = System.nanoTime() - freed;
    assertTrue(took < RECOVERY.toNanos(), where + ": recovered after " + took + " ns");
    stop.set(true);
    client.join(DEADLINE.toMillis());
    assertFalse(client.isAlive(), where + ": a client hangs");
    await(() -> load.step(at, random), where + ": writes are refused");
    return TimeUnit.NANOSECONDS.toMillis(took);
  }

  private static void await(java.util.function.BooleanSupplier condition, String what) {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, what);
      LockSupport.parkNanos(1_000_000);
    }
  }
}
