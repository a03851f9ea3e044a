package dev.agentmailbox.store.h2;

import dev.agentmailbox.fixture.Slow;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.store.h2.disk.CutMode;
import dev.agentmailbox.store.h2.disk.SimulatedDisk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * Cuts the power of a simulated disk at a random call, again and again, under load. After each cut
 * the store starts on what survived, and everything that was acknowledged is there.
 *
 * <p>{@code -Dcuts=200000} for more, {@code -Dcuts.seed=42} to repeat: with one client a seed
 * repeats exactly, with several it repeats what they do and not how they meet.
 */
@Slow
class PowerCutIT {
  private static final int CUTS = Integer.getInteger("cuts", 1_000);
  private static final long SEED = Long.getLong("cuts.seed", 1);
  private static final List<CutMode> MODES = List.of(CutMode.values());
  private static final int LIVES_OF_A_DISK = 25;
  private static final int MAX_CALLS = 250;
  private static final int MAX_CLIENTS = 3;
  private static final int JOURNAL_BYTES = 60_000;

  @Test
  void nothing_that_was_acknowledged_is_lost_when_the_power_goes() throws Exception {
    int disks = Math.max(1, CUTS / LIVES_OF_A_DISK);
    ExecutorService side = Executors.newFixedThreadPool(2);
    try {
      List<Future<Integer>> running = new ArrayList<>();
      for (int i = 0; i < disks; i++) {
        long seed = SEED + i;
        running.add(side.submit(() -> livesOf(seed)));
      }
      long acknowledged = 0;
      for (Future<Integer> disk : running) {
        acknowledged += disk.get();
      }
      System.out.printf(
          "power cuts: %d, seed %d; %d acknowledged, all there%n",
          disks * LIVES_OF_A_DISK, SEED, acknowledged);
    } catch (ExecutionException e) {
      throw new AssertionError("with -Dcuts.seed=" + SEED, e.getCause());
    } finally {
      side.shutdownNow();
    }
  }

  private static int livesOf(long seed) throws Exception {
    Random random = new Random(seed);
    SettableClock clock = SettableClock.at(StoreFixtures.START);
    PowerLedger ledger = new PowerLedger();
    PowerLoad load = new PowerLoad(ledger);
    SimulatedDisk disk = new SimulatedDisk(seed);
    int clients = 1 + random.nextInt(MAX_CLIENTS);
    for (int life = 0; life < LIVES_OF_A_DISK; life++) {
      CutMode mode = MODES.get(random.nextInt(MODES.size()));
      try {
        disk = oneLife(disk, random, clock, ledger, load, clients, mode);
      } catch (Exception | AssertionError e) {
        throw new AssertionError(
            "disk %d, life %d, %s, %d clients".formatted(seed, life, mode, clients), e);
      }
    }
    try (PoweredMailbox last = new PoweredMailbox(disk, clock, ledger, JOURNAL_BYTES)) {
      last.drain(clock);
      last.check(load);
    } catch (AssertionError e) {
      throw new AssertionError("disk %d, %d clients".formatted(seed, clients), e);
    }
    return ledger.acknowledged();
  }

  private static SimulatedDisk oneLife(
      SimulatedDisk disk,
      Random random,
      SettableClock clock,
      PowerLedger ledger,
      PowerLoad load,
      int clients,
      CutMode mode)
      throws IOException, InterruptedException {
    // In the start itself at times.
    boolean early = random.nextInt(8) == 0;
    if (early) {
      disk.cutAt(disk.calls() + 1 + random.nextInt(60));
    }
    try (PoweredMailbox at = new PoweredMailbox(disk, clock, ledger, JOURNAL_BYTES)) {
      if (!disk.isOff()) {
        at.check(load);
        disk.cutAt(disk.calls() + 1 + random.nextInt(MAX_CALLS));
        run(at, disk, load, random, clients);
      }
    } catch (IOException | RuntimeException e) {
      if (!disk.isOff()) {
        throw e;
      }
    }
    clock.advance(java.time.Duration.ofMinutes(6));
    return disk.cut(mode);
  }

  private static void run(
      PoweredMailbox at, SimulatedDisk disk, PowerLoad load, Random random, int clients)
      throws InterruptedException {
    if (clients == 1) {
      work(at, disk, load, random);
      return;
    }
    List<Throwable> failures = java.util.Collections.synchronizedList(new ArrayList<>());
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      Random own = new Random(random.nextLong());
      Thread client = new Thread(() -> work(at, disk, load, own));
      client.setUncaughtExceptionHandler((thread, failure) -> failures.add(failure));
      threads.add(client);
    }
    threads.forEach(Thread::start);
    for (Thread client : threads) {
      client.join();
    }
    if (!failures.isEmpty()) {
      throw new AssertionError("a client failed", failures.get(0));
    }
  }

  private static void work(PoweredMailbox at, SimulatedDisk disk, PowerLoad load, Random random) {
    while (!disk.isOff()) {
      if (!load.step(at, random) && !disk.isOff()) {
        throw new AssertionError("refused although there is power");
      }
    }
  }
}
