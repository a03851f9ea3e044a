package dev.agentmailbox.store.h2;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileOverlayTest {
  @TempDir Path directory;
  @AutoClose private FileChannel file;

  @BeforeEach
  void open() throws IOException {
    byte[] bytes = new byte[3 * FileOverlay.PAGE_BYTES + 100];
    new Random(1).nextBytes(bytes);
    Path path = directory.resolve("file");
    Files.write(path, bytes);
    file = FileChannel.open(path, StandardOpenOption.READ);
  }

  private static byte[] read(FileOverlay overlay, int length, long position) throws IOException {
    ByteBuffer target = ByteBuffer.allocate(length);
    int count = overlay.read(target, position);
    return Arrays.copyOf(target.array(), Math.max(0, count));
  }

  @Test
  void what_was_written_is_read_over_what_the_file_has() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    FileOverlay overlay = new FileOverlay(file);
    byte[] expected = Files.readAllBytes(directory.resolve("file"));
    for (int i = 0; i < 300; i++) {
      byte[] more = new byte[1 + random.nextInt(2 * FileOverlay.PAGE_BYTES)];
      random.nextBytes(more);
      int position = random.nextInt(expected.length + 1);
      if (position + more.length > 8 * FileOverlay.PAGE_BYTES) {
        continue;
      }
      expected = Arrays.copyOf(expected, Math.max(expected.length, position + more.length));
      System.arraycopy(more, 0, expected, position, more.length);
      assertEquals(more.length, overlay.write(ByteBuffer.wrap(more), position));
      assertEquals(expected.length, overlay.size());
      int from = random.nextInt(expected.length);
      int length = 1 + random.nextInt(expected.length);
      int to = Math.min(expected.length, from + length);
      assertArrayEquals(
          Arrays.copyOfRange(expected, from, to), read(overlay, length, from), "seed " + seed);
    }
  }

  @Test
  void behind_the_end_there_is_nothing() throws IOException {
    FileOverlay overlay = new FileOverlay(file);
    assertEquals(-1, overlay.read(ByteBuffer.allocate(1), overlay.size()));
    overlay.truncate(10);
    assertEquals(10, read(overlay, 100, 0).length);
    assertEquals(-1, overlay.read(ByteBuffer.allocate(1), 10));
    overlay.write(ByteBuffer.wrap(new byte[] {1}), 20);
    assertArrayEquals(new byte[10], read(overlay, 10, 10));
  }

  @Test
  void memory_is_bounded() throws IOException {
    FileOverlay overlay = new FileOverlay(file);
    ByteBuffer page = ByteBuffer.allocate(FileOverlay.PAGE_BYTES);
    for (int i = 0; i < FileOverlay.MAX_PAGES; i++) {
      page.clear();
      overlay.write(page, (long) i * FileOverlay.PAGE_BYTES);
    }
    page.clear();
    assertThrows(
        IOException.class,
        () -> overlay.write(page, (long) FileOverlay.MAX_PAGES * FileOverlay.PAGE_BYTES));
  }
}
