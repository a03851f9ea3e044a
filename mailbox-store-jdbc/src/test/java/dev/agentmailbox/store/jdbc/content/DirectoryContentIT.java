package dev.agentmailbox.store.jdbc.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.port.ContentStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryContentIT {
  private static final Instant DAY = Instant.parse("2026-01-31T12:00:00Z");

  @TempDir Path directory;

  private DirectoryContent open(Instant now) throws IOException {
    return new DirectoryContent(directory.resolve("content"), Clock.fixed(now, ZoneOffset.UTC));
  }

  private static String keep(DirectoryContent content, String text) throws IOException {
    try (ContentStore.Spool spool = content.spool()) {
      spool.out().write(text.getBytes(UTF_8));
      return spool.keep();
    }
  }

  private Path file(String key) {
    return directory.resolve("content").resolve(key + ".eml");
  }

  @Test
  void content_is_filed_under_its_day_for_its_owner_only() throws IOException {
    try (DirectoryContent content = open(DAY)) {
      String key = keep(content, "text");
      assertTrue(key.matches("2026-01-31\\.0000/[0-9a-z]{26,64}"), key);
      assertEquals("rw-------", mode(file(key)));
      assertEquals("rwx------", mode(directory.resolve("content/2026-01-31.0000")));
    }
    try (DirectoryContent content = open(DAY.plus(Duration.ofDays(1)))) {
      assertTrue(keep(content, "text").startsWith("2026-02-01.0000/"));
    }
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void a_full_directory_is_followed_by_another_one_also_after_a_restart() throws IOException {
    Path first = directory.resolve("content/2026-01-31.0000");
    Files.createDirectories(first);
    for (int i = 0; i < CurrentDirectory.MAX_FILES - 1; i++) {
      Files.createFile(first.resolve(i + ".eml"));
    }
    try (DirectoryContent content = open(DAY)) {
      assertTrue(keep(content, "last").startsWith("2026-01-31.0000/"));
      assertTrue(keep(content, "next").startsWith("2026-01-31.0001/"));
    }
    try (DirectoryContent content = open(DAY)) {
      assertTrue(keep(content, "again").startsWith("2026-01-31.0001/"));
    }
  }

  @Test
  void later_keys_sort_after_earlier_ones() throws IOException {
    try (DirectoryContent content = open(DAY)) {
      String earlier = keep(content, "one");
      try (DirectoryContent later = open(DAY.plusMillis(5))) {
        assertTrue(earlier.compareTo(keep(later, "two")) < 0);
      }
    }
  }

  @Test
  void what_was_being_written_at_a_crash_is_swept() throws IOException {
    try (DirectoryContent content = open(DAY)) {
      String key = keep(content, "kept");
      ContentStore.Spool crashed = content.spool();
      crashed.out().write(new byte[FileSpool.MAX_MEMORY_BYTES]);
      crashed.out().write("half".getBytes(UTF_8));
      crashed.written();
      assertEquals(2, files().size());
      assertEquals(1, content.sweep(key::equals));
      assertTrue(content.find(key).isPresent());
      assertEquals(List.of(file(key)), files());
      crashed.close();
    }
  }

  @Test
  void a_sweep_of_a_shared_directory_leaves_young_content_to_the_next_one() throws IOException {
    Path root = directory.resolve("content");
    try (DirectoryContent content =
        new DirectoryContent(root, Clock.fixed(DAY, ZoneOffset.UTC), Duration.ofMinutes(30))) {
      String young = keep(content, "another process is about to name it");
      String old = keep(content, "left over");
      Instant before = Instant.now().minus(Duration.ofMinutes(40));
      Files.setLastModifiedTime(file(old), FileTime.from(before));
      assertEquals(1, content.sweep(key -> false));
      assertTrue(content.find(young).isPresent());
      Files.setLastModifiedTime(file(young), FileTime.from(before));
      assertEquals(1, content.sweep(key -> false));
      assertEquals(List.of(), files());
    }
  }

  @Test
  void what_is_deleted_while_a_copy_is_made_goes_afterwards_or_with_the_next_sweep()
      throws IOException {
    try (DirectoryContent content = open(DAY)) {
      String first = keep(content, "first");
      String second = keep(content, "second");
      content.sweep(key -> true);
      Instant before = Instant.now().minus(Duration.ofDays(2));
      Files.setLastModifiedTime(file(second), FileTime.from(before));
      Files.setLastModifiedTime(file(second).resolveSibling("").normalize(), FileTime.from(before));
      HeldDeletions.Hold hold = content.holdDeletions();
      content.delete(first);
      assertTrue(content.find(first).isPresent());
      hold.close();
      assertFalse(content.find(first).isPresent());
      // A process that dies with a hold leaves a file that looks new.
      content.holdDeletions();
      content.delete(second);
    }
    try (DirectoryContent content = open(DAY)) {
      assertEquals(1, content.sweep(key -> false));
      assertEquals(List.of(), files());
    }
  }

  @Test
  void a_small_message_is_no_file_before_it_is_kept() throws IOException {
    try (DirectoryContent content = open(DAY);
        ContentStore.Spool spool = content.spool()) {
      spool.out().write("text".getBytes(UTF_8));
      assertEquals(4, spool.written().size());
      assertFalse(Files.exists(directory.resolve("content/2026-01-31.0000")));
      spool.out().write("s".getBytes(UTF_8));
      String key = spool.keep();
      assertEquals("texts", Files.readString(file(key)));
    }
  }

  @Test
  void a_long_message_has_the_bytes_it_was_written_with() throws IOException {
    byte[] text = new byte[3 * FileSpool.MAX_MEMORY_BYTES + 5];
    new Random(7).nextBytes(text);
    try (DirectoryContent content = open(DAY);
        ContentStore.Spool spool = content.spool()) {
      int[] lengths = {1, FileSpool.MAX_MEMORY_BYTES - 1, 7, FileSpool.MAX_MEMORY_BYTES + 1, 0};
      int from = 0;
      for (int length : lengths) {
        spool.out().write(text, from, length);
        from += length;
      }
      assertEquals(from, spool.written().size());
      spool.out().write(text[from++]);
      spool.out().write(text, from, text.length - from);
      String key = spool.keep();
      assertArrayEquals(text, content.find(key).orElseThrow().open().readAllBytes());
      assertEquals(text.length, spool.written().size());
    }
    assertEquals(1, files().size());
  }

  @Test
  void a_message_that_is_not_kept_leaves_no_file() throws IOException {
    try (DirectoryContent content = open(DAY)) {
      try (ContentStore.Spool spool = content.spool()) {
        spool.out().write(new byte[FileSpool.MAX_MEMORY_BYTES + 1]);
        assertEquals(1, files().size());
      }
      assertEquals(List.of(), files());
    }
  }

  @Test
  void a_sweep_looks_only_at_what_was_written_since_the_last_one() throws IOException {
    try (DirectoryContent content = open(DAY)) {
      String old = keep(content, "old");
      content.sweep(key -> true);
      FileTime longAgo = FileTime.from(Instant.now().minus(Duration.ofDays(3)));
      Files.setLastModifiedTime(file(old), longAgo);
      String fresh = keep(content, "fresh");
      assertEquals(1, content.sweep(key -> assertNotOld(key, old)));
      assertTrue(content.find(old).isPresent());
      assertFalse(content.find(fresh).isPresent());
    }
  }

  private static boolean assertNotOld(String key, String old) {
    assertFalse(key.equals(old), "it was looked at before");
    return false;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(directory.resolve("content/2026-01-31.0000"))) {
      return all.filter(Files::isRegularFile).toList();
    }
  }
}
