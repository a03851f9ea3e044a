package dev.agentmailbox.store.h2;

import static dev.agentmailbox.port.StoreFixtures.ONE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.fixture.Slow;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.store.h2.disk.CutMode;
import dev.agentmailbox.store.h2.disk.SimulatedDisk;
import dev.agentmailbox.store.jdbc.content.ContentPath;
import dev.agentmailbox.store.jdbc.transfer.file.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small content is durable with the record of its row, and its file with the next checkpoint. */
@Slow
class JournaledContentIT {
  private static final int PATIENCE_SECONDS = 30;
  private static final int ATTEMPTS = 50;

  @TempDir Path directory;

  private static void assertContent(Optional<RawMessage> found, String id) throws IOException {
    try (InputStream in = found.orElseThrow().open()) {
      assertArrayEquals(Deliveries.content(id), in.readAllBytes());
    }
  }

  private static String contentKey(H2Store store, String id) {
    return store.read(tx -> tx.messages().find(ONE, id)).orElseThrow().content().contentKey();
  }

  /** What is on the disk while a store is open. */
  private Path copy(Path data) throws IOException {
    Path copy = directory.resolve("copy");
    try (Stream<Path> all = Files.walk(data)) {
      for (Path from : all.sorted().toList()) {
        Files.copy(from, copy.resolve(data.relativize(from).toString()));
      }
    }
    return copy;
  }

  private static Path onlyContent(Path data) throws IOException {
    try (Stream<Path> all = Files.walk(data.resolve("content"))) {
      List<Path> files = all.filter(file -> ContentPath.key(file).isPresent()).toList();
      return files.get(0);
    }
  }

  private void assertRecovered(Damage damage) throws IOException {
    Path data = directory.resolve("data");
    try (H2Store store = H2Store.open(data, Clock.systemUTC())) {
      StoreFixtures.world(store);
      Deliveries.deliver(store, "msg_1");
      Path copy = copy(data);
      damage.apply(onlyContent(copy));
      try (H2Store again = H2Store.open(copy, Clock.systemUTC())) {
        assertContent(again.content().find(contentKey(again, "msg_1")), "msg_1");
      }
    }
  }

  private interface Damage {
    void apply(Path file) throws IOException;
  }

  @Test
  void content_whose_file_a_power_cut_took_comes_back_from_the_journal() throws IOException {
    assertRecovered(Files::delete);
  }

  @Test
  void content_whose_file_has_holes_comes_back_from_the_journal() throws IOException {
    assertRecovered(file -> Files.write(file, new byte[Deliveries.content("msg_1").length]));
  }

  @Test
  void an_export_has_content_of_the_journal_and_leaves_the_directory_as_it_is() throws IOException {
    Path data = directory.resolve("data");
    String key;
    Path copy;
    try (H2Store store = H2Store.open(data, Clock.systemUTC())) {
      StoreFixtures.world(store);
      Deliveries.deliver(store, "msg_1");
      key = contentKey(store, "msg_1");
      copy = copy(data);
    }
    Path file = onlyContent(copy);
    Files.delete(file);
    Path scratch = Files.createDirectory(directory.resolve("scratch"));
    try (H2Source source = H2Source.open(copy, scratch, Clock.systemUTC())) {
      assertContent(source.content().find(key), "msg_1");
    }
    assertFalse(Files.exists(file));
  }

  @Test
  void the_next_checkpoint_makes_the_file_durable() throws IOException {
    SimulatedDisk disk = new SimulatedDisk(1);
    Path root = disk.root();
    H2Store store = H2Store.open(root.resolve("data"), Clock.systemUTC());
    StoreFixtures.world(store);
    Deliveries.deliver(store, "msg_1");
    var unused =
        store.backup(root.resolve("backup"), new Progress(line -> {}, Clock.systemUTC(), false));
    SimulatedDisk after = disk.cut(CutMode.NOTHING);
    PoweredMailbox.closeQuietly(store);
    try (H2Store again = H2Store.open(after.root().resolve("data"), Clock.systemUTC())) {
      assertContent(again.content().find(contentKey(again, "msg_1")), "msg_1");
    }
  }

  /**
   * Its first run is rolled back, and with it the record of the content. A transaction takes no
   * more writes after its time, which a busy machine may use up.
   */
  @Test
  void content_of_a_write_that_had_to_run_alone_outlives_a_cut() throws Exception {
    SimulatedDisk disk = new SimulatedDisk(1);
    H2Store store = H2Store.open(disk.root().resolve("data"), Clock.systemUTC());
    StoreFixtures.world(store);
    int runs = 0;
    int attempts = 0;
    while (runs != 2 && attempts < ATTEMPTS) {
      attempts++;
      runs = deliverBehindAnEvent(store, attempts);
    }
    assertEquals(2, runs);
    String last = "alone_" + attempts;
    SimulatedDisk after = disk.cut(CutMode.NOTHING);
    PoweredMailbox.closeQuietly(store);
    try (H2Store again = H2Store.open(after.root().resolve("data"), Clock.systemUTC())) {
      assertContent(again.content().find(contentKey(again, last)), last);
    }
  }

  /** Returns how often the write ran that reads events while one is to be written. */
  private static int deliverBehindAnEvent(H2Store store, int number) throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    start(
        () ->
            store.write(
                tx -> {
                  begun.countDown();
                  return await(end);
                }));
    assertTrue(await(begun));
    String firstKey = Deliveries.keep(store.content(), "first_" + number);
    String key = Deliveries.keep(store.content(), "alone_" + number);
    awaitQueued(start(() -> Deliveries.deliver(store, "first_" + number, firstKey)));
    AtomicInteger runs = new AtomicInteger();
    FutureTask<Boolean> alone =
        new FutureTask<>(
            () ->
                store.write(
                    tx -> {
                      runs.incrementAndGet();
                      tx.messages()
                          .insert(
                              Deliveries.message("alone_" + number, key, StoreFixtures.START),
                              StoreFixtures.body("text"));
                      return tx.events().bounds(ONE.organizationId()).newest() >= 0;
                    }));
    awaitQueued(start(alone));
    end.countDown();
    assertTrue(alone.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    return runs.get();
  }

  private static Thread start(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns once its write waits for the one under way. */
  private static void awaitQueued(Thread thread) {
    while (thread.getState() != Thread.State.TIMED_WAITING && thread.isAlive()) {
      Thread.onSpinWait();
    }
  }
}
