package dev.agentmailbox.store.h2.disk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** That files on a simulated disk behave as those of Linux do. */
class SimulatedFilesTest {
  private final Path root = new SimulatedDisk(1).root();

  @Test
  void files_are_written_read_copied_and_listed() throws IOException {
    Path directory = Files.createDirectories(root.resolve("a/b"));
    Path file = directory.resolve("file");
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write("some text".getBytes(UTF_8));
    }
    try (InputStream in = Files.newInputStream(file)) {
      assertEquals("some text", new String(in.readAllBytes(), UTF_8));
    }
    Files.copy(file, directory.resolve("copy"));
    Files.writeString(directory.resolve("copy"), " more", StandardOpenOption.APPEND);

    assertEquals("some text more", Files.readString(directory.resolve("copy")));
    assertEquals(14, Files.size(directory.resolve("copy")));
    try (Stream<Path> all = Files.walk(root)) {
      assertEquals(
          List.of("/", "/a", "/a/b", "/a/b/copy", "/a/b/file"), all.map(Path::toString).toList());
    }
    assertTrue(Files.isDirectory(directory.resolve(".")));
    assertTrue(Files.isRegularFile(file));
    assertTrue(Files.isDirectory(Files.createTempDirectory(directory, "made-")));
  }

  @Test
  void what_is_there_or_missing_is_said_as_java_does() throws IOException {
    Path file = Files.createFile(root.resolve("file"));
    Path directory = Files.createDirectory(root.resolve("directory"));
    Files.createFile(directory.resolve("inside"));

    assertThrows(FileAlreadyExistsException.class, () -> Files.createFile(file));
    assertThrows(FileAlreadyExistsException.class, () -> Files.createDirectory(file));
    assertThrows(FileAlreadyExistsException.class, () -> Files.move(directory, file));
    assertThrows(DirectoryNotEmptyException.class, () -> Files.delete(directory));
    Path missing = root.resolve("missing");
    assertThrows(NoSuchFileException.class, () -> Files.delete(missing));
    assertThrows(NoSuchFileException.class, () -> Files.readString(missing));
    assertThrows(NoSuchFileException.class, () -> Files.createFile(missing.resolve("file")));
    assertFalse(Files.deleteIfExists(missing));
    assertFalse(Files.exists(missing.resolve("file")));
  }

  @Test
  void a_directory_moves_with_what_is_in_it() throws IOException {
    Path directory = Files.createDirectory(root.resolve("directory"));
    Files.writeString(directory.resolve("file"), "x");
    Files.move(directory, root.resolve("moved"), StandardCopyOption.ATOMIC_MOVE);

    assertEquals("x", Files.readString(root.resolve("moved/file")));
    assertFalse(Files.exists(directory));
  }

  @Test
  void channels_read_and_write_anywhere() throws IOException {
    Path file = root.resolve("file");
    try (FileChannel channel =
            FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        FileChannel other =
            FileChannel.open(
                root.resolve("other"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap("end".getBytes(UTF_8)), 100_000);
      channel.write(ByteBuffer.wrap("begin".getBytes(UTF_8)));
      assertEquals(5, channel.position());
      assertEquals(100_003, channel.size());
      assertEquals(100_003, channel.transferTo(0, 200_000, other));
      assertEquals(-1, channel.read(ByteBuffer.allocate(1), 100_003));
      assertThrows(
          UnsupportedOperationException.class,
          () -> channel.map(FileChannel.MapMode.READ_ONLY, 0, 1));
    }
    byte[] bytes = Files.readAllBytes(root.resolve("other"));
    assertEquals("begin\0", new String(bytes, 0, 6, UTF_8));
    assertEquals("\0end", new String(bytes, 99_999, 4, UTF_8));
  }

  @Test
  void an_interrupt_closes_no_channel() throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            root.resolve("file"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      Thread.currentThread().interrupt();
      channel.write(ByteBuffer.allocate(1));
      channel.force(true);

      assertTrue(Thread.interrupted());
      assertTrue(channel.isOpen());
    }
  }

  @Test
  void a_second_lock_is_refused_until_the_first_is_given_back() throws IOException {
    Path file = Files.createFile(root.resolve("file"));
    try (FileChannel first = FileChannel.open(file, StandardOpenOption.WRITE);
        FileChannel second = FileChannel.open(file, StandardOpenOption.WRITE)) {
      FileLock lock = first.tryLock();
      assertThrows(OverlappingFileLockException.class, second::tryLock);
      lock.release();
      assertFalse(lock.isValid());
      assertTrue(second.tryLock().isValid());
      second.close();
      assertTrue(first.tryLock().isValid());
    }
  }

  @Test
  void a_file_goes_when_it_is_closed() throws IOException {
    Path file = Files.createFile(root.resolve("file"));
    FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE).close();

    assertFalse(Files.exists(file));
  }

  @Test
  void modes_and_times_are_kept() throws IOException {
    Instant now = Instant.parse("2026-01-02T03:04:05Z");
    Path timed = new SimulatedDisk(1, Clock.fixed(now, ZoneOffset.UTC)).root();
    Path file =
        Files.createFile(
            timed.resolve("file"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    assertEquals(FileTime.from(now), Files.getLastModifiedTime(file));
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));

    Files.setLastModifiedTime(file, FileTime.from(now.plusSeconds(1)));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
    assertEquals(FileTime.from(now.plusSeconds(1)), Files.getLastModifiedTime(file));
    assertEquals("r--r--r--", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
  }

  @Test
  void a_path_is_found_by_its_uri() throws IOException {
    Path file = Files.writeString(root.resolve("a name"), "x");

    assertEquals(file, Path.of(file.toUri()));
    assertEquals("x", Files.readString(Path.of(file.toUri())));
  }
}
