package dev.agentmailbox.store.h2.disk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a simulated disk keeps and loses when its power is cut. */
class SimulatedDiskTest {
  private static final int SEEDS = 200;

  @Test
  void what_was_not_forced_is_lost_or_kept() throws IOException {
    SimulatedDisk disk = new SimulatedDisk(1);
    Path file = forced(disk, "file", "old");
    Files.writeString(file, "new and longer");

    assertEquals("old", text(disk.cut(CutMode.NOTHING), "file"));
    assertEquals("new and longer", text(disk.cut(CutMode.ALL), "file"));
  }

  @ParameterizedTest
  @EnumSource(CutMode.class)
  void what_was_forced_survives(CutMode mode) throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = new SimulatedDisk(seed);
      Path file = forced(disk, "file", "x".repeat(10_000));
      Files.writeString(file, "y".repeat(100));
      forced(disk, "file", "z".repeat(20_000));

      assertEquals("z".repeat(20_000), text(disk.cut(mode), "file"));
    }
  }

  @Test
  void writes_are_torn_by_sectors_and_blocks_and_reordered() throws IOException {
    Set<Integer> unitsOfChange = new HashSet<>();
    boolean reordered = false;
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = new SimulatedDisk(seed);
      Path file = forced(disk, "file", "a".repeat(16_384));
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.write(bytes("b".repeat(8192)), 0);
        channel.write(bytes("c".repeat(8192)), 8192);
      }
      String left = text(disk.cut(CutMode.SOME), "file");

      assertEquals(16_384, left.length());
      reordered |= left.startsWith("a".repeat(8192)) && left.contains("c");
      for (int at = 512; at < left.length(); at++) {
        if (left.charAt(at) != left.charAt(at - 1)) {
          assertEquals(0, at % 512, "a sector is written as a whole");
          unitsOfChange.add(at % 4096);
        }
      }
    }
    assertTrue(reordered);
    assertEquals(8, unitsOfChange.size());
  }

  @Test
  void a_torn_file_can_have_a_hole() throws IOException {
    boolean hole = false;
    for (int seed = 0; seed < SEEDS && !hole; seed++) {
      SimulatedDisk disk = new SimulatedDisk(seed);
      forced(disk, "file", "");
      Files.writeString(disk.root().resolve("file"), "x".repeat(8192));
      hole = text(disk.cut(CutMode.SOME), "file").endsWith("\0" + "x".repeat(512));
    }
    assertTrue(hole);
  }

  @Test
  void a_prefix_has_no_write_without_those_before() throws IOException {
    Set<String> seen = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = new SimulatedDisk(seed);
      forced(disk, "file", "");
      try (FileChannel channel =
          FileChannel.open(disk.root().resolve("file"), StandardOpenOption.WRITE)) {
        for (String part : new String[] {"a", "b", "c"}) {
          channel.write(bytes(part));
        }
      }
      seen.add(text(disk.cut(CutMode.PREFIX), "file"));
    }
    assertEquals(Set.of("", "a", "ab", "abc"), seen);
  }

  @Test
  void a_forced_file_is_gone_when_its_directory_was_not_forced() throws IOException {
    SimulatedDisk disk = new SimulatedDisk(1);
    Path file = disk.root().resolve("file");
    Files.writeString(file, "x");
    force(file);

    assertFalse(Files.exists(disk.cut(CutMode.NOTHING).root().resolve("file")));
    assertEquals(Set.of(false, true), existsAfterSomeCuts("file"));
  }

  private static Set<Boolean> existsAfterSomeCuts(String name) throws IOException {
    Set<Boolean> seen = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = new SimulatedDisk(seed);
      Files.writeString(disk.root().resolve(name), "x");
      force(disk.root().resolve(name));
      seen.add(Files.exists(disk.cut(CutMode.SOME).root().resolve(name)));
    }
    return seen;
  }

  @Test
  void a_forced_directory_without_entry_above_is_gone_with_all_in_it() throws IOException {
    SimulatedDisk disk = new SimulatedDisk(1);
    Path directory = Files.createDirectory(disk.root().resolve("above"));
    Files.writeString(directory.resolve("file"), "x");
    force(directory.resolve("file"));
    force(directory);

    assertFalse(Files.exists(disk.cut(CutMode.NOTHING).root().resolve("above")));
    assertEquals("x", text(disk.cut(CutMode.ALL), "above/file"));
  }

  @Test
  void a_deleted_file_is_back_when_its_directory_was_not_forced() throws IOException {
    SimulatedDisk disk = new SimulatedDisk(1);
    Files.delete(forced(disk, "file", "x"));

    assertEquals("x", text(disk.cut(CutMode.NOTHING), "file"));
    assertFalse(Files.exists(disk.cut(CutMode.ALL).root().resolve("file")));
  }

  @Test
  void a_move_leaves_the_old_or_the_new() throws IOException {
    Set<Map<String, String>> seen = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = new SimulatedDisk(seed);
      forced(disk, "file", "old");
      Path made = forced(disk, "file.tmp", "new");
      Files.move(made, made.resolveSibling("file"), StandardCopyOption.ATOMIC_MOVE);
      seen.add(files(disk.cut(CutMode.SOME)));
    }
    assertEquals(Set.of(Map.of("/file", "old", "/file.tmp", "new"), Map.of("/file", "new")), seen);
  }

  @Test
  void a_forced_move_is_durable_with_what_came_before() throws IOException {
    SimulatedDisk disk = new SimulatedDisk(1);
    Path made = disk.root().resolve("unfinished");
    Files.writeString(made, "x");
    force(made);
    Path directory = Files.createDirectory(disk.root().resolve("directory"));
    force(disk.root());
    Files.move(made, directory.resolve("file"));
    force(directory);

    assertEquals(Map.of("/directory/file", "x"), files(disk.cut(CutMode.NOTHING)));
  }

  @ParameterizedTest
  @EnumSource(CutMode.class)
  void the_same_seed_leaves_the_same_bytes(CutMode mode) throws IOException {
    for (int seed = 0; seed < 20; seed++) {
      Map<String, String> first = files(manyChanges(seed).cut(mode));

      assertEquals(first, files(manyChanges(seed).cut(mode)));
    }
  }

  private static SimulatedDisk manyChanges(int seed) throws IOException {
    SimulatedDisk disk = new SimulatedDisk(seed);
    for (int i = 0; i < 20; i++) {
      Path directory = disk.root().resolve("directory" + i % 3);
      Files.createDirectories(directory);
      Path file = directory.resolve("file" + i);
      Files.writeString(file, ("text" + i).repeat(2000));
      if (i % 4 == 0) {
        force(file);
        Files.writeString(file, "short");
      }
      if (i % 5 == 0) {
        Files.move(file, directory.resolve("moved"), StandardCopyOption.REPLACE_EXISTING);
        force(disk.root());
      }
      if (i % 7 == 0) {
        force(directory);
      }
    }
    return disk;
  }

  @Test
  void nothing_works_after_the_cut() throws IOException {
    SimulatedDisk disk = new SimulatedDisk(1);
    Path file = forced(disk, "file", "x");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      disk.cut(CutMode.ALL);

      assertTrue(disk.isOff());
      assertOff(() -> channel.read(ByteBuffer.allocate(1)));
      assertOff(() -> channel.write(bytes("y")));
      assertOff(() -> channel.force(true));
      assertOff(channel::size);
      assertOff(() -> Files.readString(file));
      assertOff(() -> Files.delete(file));
    }
  }

  @Test
  void a_disk_that_was_cut_is_not_changed_by_those_made_of_it() throws IOException {
    SimulatedDisk disk = new SimulatedDisk(1);
    forced(disk, "file", "x".repeat(5000));
    SimulatedDisk first = disk.cut(CutMode.ALL);
    forced(first, "file", "y".repeat(5000));

    assertEquals("x".repeat(5000), text(disk.cut(CutMode.ALL), "file"));
    assertEquals("y".repeat(5000), text(first.cut(CutMode.NOTHING), "file"));
  }

  @Test
  void a_cut_at_a_call_comes_before_its_effect() throws IOException {
    SimulatedDisk disk = new SimulatedDisk(1);
    Path file = forced(disk, "file", "old");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      disk.cutAt(disk.calls() + 2);
      channel.write(bytes("new"));
      assertOff(() -> channel.force(true));
    }
    assertEquals("old", text(disk.cut(CutMode.NOTHING), "file"));
    assertEquals("new", text(disk.cut(CutMode.ALL), "file"));
  }

  @Test
  void a_truncation_is_lost_when_it_was_not_forced() throws IOException {
    SimulatedDisk disk = new SimulatedDisk(1);
    Path file = forced(disk, "file", "x".repeat(9000));
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(5);
      channel.write(bytes("y"), 7);
    }
    byte[] left = Arrays.copyOf("xxxxx".getBytes(UTF_8), 8);
    left[7] = 'y';

    assertArrayEquals(left, Files.readAllBytes(disk.cut(CutMode.ALL).root().resolve("file")));
    assertEquals("x".repeat(9000), text(disk.cut(CutMode.NOTHING), "file"));
  }

  static Path forced(SimulatedDisk disk, String name, String text) throws IOException {
    Path file = Files.writeString(disk.root().resolve(name), text);
    force(file);
    force(disk.root());
    return file;
  }

  static void force(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(UTF_8));
  }

  static String text(SimulatedDisk disk, String name) throws IOException {
    return Files.readString(disk.root().resolve(name));
  }

  private static Map<String, String> files(SimulatedDisk disk) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(disk.root())) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(file.toString(), Files.readString(file));
      }
    }
    return files;
  }

  private static void assertOff(Executable call) {
    assertEquals("the power is off", assertThrows(IOException.class, call).getMessage());
  }
}
