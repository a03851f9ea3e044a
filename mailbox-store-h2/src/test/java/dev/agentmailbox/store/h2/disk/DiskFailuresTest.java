package dev.agentmailbox.store.h2.disk;

import static dev.agentmailbox.store.h2.disk.SimulatedDiskTest.bytes;
import static dev.agentmailbox.store.h2.disk.SimulatedDiskTest.force;
import static dev.agentmailbox.store.h2.disk.SimulatedDiskTest.forced;
import static dev.agentmailbox.store.h2.disk.SimulatedDiskTest.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** How a simulated disk fails, fills up and lets a test watch. */
class DiskFailuresTest {
  private static final int BLOCK_BYTES = 4096;

  @Test
  void one_call_fails() throws IOException {
    SimulatedDisk disk = new SimulatedDisk(1);
    Path file = forced(disk, "file", "old");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      disk.failAt(disk.calls() + 2, FailureKind.INPUT_OUTPUT);
      channel.write(bytes("n"), 0);
      assertFails("Input/output error", () -> channel.write(bytes("e"), 1));
      channel.write(bytes("w"), 2);
    }
    assertEquals("nlw", Files.readString(file));
  }

  @Test
  void all_calls_that_match_fail_until_it_heals() throws IOException {
    SimulatedDisk disk = new SimulatedDisk(1);
    Path file = forced(disk, "file", "old");
    disk.failFrom(
        1, FailureKind.NO_SPACE, (kind, path) -> kind == CallKind.WRITE && path.endsWith("file"));

    assertFails("No space left on device", () -> Files.writeString(file, "x"));
    assertFails("No space left on device", () -> Files.writeString(file, "x"));
    Files.writeString(disk.root().resolve("other"), "x");
    disk.heal();
    Files.writeString(file, "x");
  }

  @Test
  void every_kind_of_call_can_fail() throws IOException {
    SimulatedDisk disk = new SimulatedDisk(1);
    Path file = forced(disk, "file", "old");
    Path other = disk.root().resolve("other");
    disk.failFrom(1, FailureKind.INPUT_OUTPUT);

    assertFails("Input/output error", () -> Files.createFile(other));
    assertFails("Input/output error", () -> Files.createDirectory(other));
    assertFails("Input/output error", () -> Files.move(file, other));
    assertFails("Input/output error", () -> Files.delete(file));
    assertFails("Input/output error", () -> force(file));
    assertFails("Input/output error", () -> force(disk.root()));
    assertFails(
        "Input/output error",
        () -> Files.setLastModifiedTime(file, Files.getLastModifiedTime(file)));
    assertEquals("old", Files.readString(file));
  }

  @Test
  void a_force_after_one_that_failed_forces_only_what_came_since() throws IOException {
    SimulatedDisk disk = new SimulatedDisk(1);
    Path file = forced(disk, "file", "x".repeat(2 * BLOCK_BYTES));
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(bytes("lost"), 0);
      disk.failAt(disk.calls() + 1, FailureKind.INPUT_OUTPUT);
      assertFails("Input/output error", () -> channel.force(true));
      channel.write(bytes("kept"), BLOCK_BYTES);
      channel.force(true);
    }
    String left = text(disk.cut(CutMode.NOTHING), "file");

    assertTrue(left.startsWith("xxxx"));
    assertTrue(left.startsWith("kept", BLOCK_BYTES));
  }

  @Test
  void a_full_disk_takes_what_fits() throws IOException {
    SimulatedDisk disk = new SimulatedDisk(1);
    disk.capacity(5 * BLOCK_BYTES);
    Path file = Files.createFile(disk.root().resolve("file"));
    FileStore store = Files.getFileStore(file);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      assertEquals(3 * BLOCK_BYTES, store.getUsableSpace());
      assertEquals(3 * BLOCK_BYTES, channel.write(ByteBuffer.allocate(4 * BLOCK_BYTES)));
      assertEquals(0, store.getUsableSpace());
      assertFails("No space left on device", () -> channel.write(bytes("x")));
      assertFails("No space left on device", () -> Files.createFile(disk.root().resolve("other")));
      assertEquals(3, channel.write(bytes("old"), 0), "what has its block is written");
      assertEquals(3 * BLOCK_BYTES, channel.size());

      channel.truncate(BLOCK_BYTES);
      assertEquals(2 * BLOCK_BYTES, store.getUsableSpace());
      assertEquals(5 * BLOCK_BYTES, store.getTotalSpace());
    }
    Files.delete(file);
    assertEquals(4 * BLOCK_BYTES, store.getUnallocatedSpace());
  }

  @Test
  void a_block_less_is_the_first_that_does_not_fit() throws IOException {
    for (int blocks = 3; blocks <= 4; blocks++) {
      SimulatedDisk disk = new SimulatedDisk(1);
      disk.capacity((long) blocks * BLOCK_BYTES);
      Path file = disk.root().resolve("file");
      Executable write = () -> Files.write(file, new byte[BLOCK_BYTES + 1]);
      if (blocks == 3) {
        assertFails("No space left on device", write);
      } else {
        Files.write(file, new byte[BLOCK_BYTES + 1]);
      }
    }
  }

  @Test
  void an_open_file_that_was_deleted_keeps_its_space_until_it_is_closed() throws IOException {
    SimulatedDisk disk = new SimulatedDisk(1);
    disk.capacity(10 * BLOCK_BYTES);
    Path file = Files.createFile(disk.root().resolve("file"));
    FileStore store = Files.getFileStore(file);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(bytes("x"));
      Files.delete(file);
      channel.write(ByteBuffer.allocate(2 * BLOCK_BYTES), 0);
      assertEquals(6 * BLOCK_BYTES, store.getUsableSpace());
    }
    assertEquals(9 * BLOCK_BYTES, store.getUsableSpace());
  }

  @Test
  void the_space_is_that_of_what_survived() throws IOException {
    SimulatedDisk disk = new SimulatedDisk(1);
    disk.capacity(10 * BLOCK_BYTES);
    forced(disk, "file", "x");
    Files.write(disk.root().resolve("lost"), new byte[3 * BLOCK_BYTES]);
    SimulatedDisk after = disk.cut(CutMode.NOTHING);

    assertEquals(7 * BLOCK_BYTES, Files.getFileStore(after.root()).getUsableSpace());
  }

  @Test
  void a_listener_hears_each_call_before_it_counts() throws IOException {
    SimulatedDisk disk = new SimulatedDisk(1);
    List<String> heard = new ArrayList<>();
    disk.listen((kind, path) -> heard.add(disk.calls() + " " + kind + " " + path));
    Path file = forced(disk, "file", "x");
    Files.delete(file);

    assertEquals(
        List.of(
            "0 CREATE /file",
            "1 WRITE /file",
            "2 FORCE /file",
            "3 FORCE_DIRECTORY /",
            "4 DELETE /file"),
        heard);
  }

  @Test
  void a_listener_can_hold_a_force_while_others_go_on() throws Exception {
    SimulatedDisk disk = new SimulatedDisk(1);
    Path file = Files.writeString(disk.root().resolve("file"), "x");
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    disk.listen(
        (kind, path) -> {
          if (kind == CallKind.FORCE) {
            reached.countDown();
            awaitQuietly(go);
          }
        });
    CompletableFuture<Boolean> forcing =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                force(file);
                return true;
              } catch (IOException e) {
                return false;
              }
            });
    reached.await();
    Files.writeString(disk.root().resolve("other"), "x");
    assertFalse(forcing.isDone());
    go.countDown();

    assertTrue(forcing.get());
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void assertFails(String words, Executable call) {
    assertEquals(words, assertThrows(IOException.class, call).getMessage());
  }
}
