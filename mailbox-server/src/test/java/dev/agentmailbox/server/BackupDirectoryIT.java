package dev.agentmailbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.server.process.ControlSocket;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * A running server writes its backup itself, and may see other directories than the command:
 * systemd gives it a {@code /tmp} of its own and a file system that it may not write to.
 */
class BackupDirectoryIT {
  @TempDir Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int backup(Path target, ControlSocket.Handler server) throws IOException {
    Path file = directory.resolve("mailbox.properties");
    Files.write(file, List.of("mailbox.data.dir=" + directory));
    ControlSocket socket = ControlSocket.open(directory, server).orElseThrow();
    try (socket) {
      return run(file, target);
    }
  }

  private int run(Path file, Path target) {
    return new CommandLine(new Main())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute("--config", file.toString(), "backup", target.toString());
  }

  @Test
  void a_backup_that_the_command_does_not_see_is_a_failure() throws IOException {
    Path target = directory.resolve("backup");
    assertEquals(2, backup(target, (word, path, progress) -> "backup of today in " + path));
    assertEquals("", out.toString());
    String printed = err.toString();
    assertTrue(printed.contains("does not see " + target), printed);
    assertTrue(printed.contains("/tmp of its own"), printed);
    assertTrue(printed.contains("remains at that path in the file system of the server"), printed);
  }

  @Test
  void a_directory_that_was_there_before_is_no_backup() throws IOException {
    Path target = Files.createDirectory(directory.resolve("backup"));
    int code =
        backup(
            target,
            (word, path, progress) -> {
              throw new AssertionError("the server is not asked");
            });
    assertEquals(2, code);
    assertEquals("", out.toString());
    assertTrue(err.toString().contains("already exists: " + target), err.toString());
  }

  @Test
  void a_connection_that_ends_is_no_answer_of_the_server() throws IOException {
    Path file = directory.resolve("mailbox.properties");
    Files.write(file, List.of("mailbox.data.dir=" + directory));
    Path socket = directory.resolve(ControlSocket.FILE);
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      CompletableFuture<Void> closing =
          CompletableFuture.runAsync(
              () -> {
                try (SocketChannel client = server.accept()) {
                  client.read(ByteBuffer.allocate(1_000));
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      assertEquals(2, run(file, directory.resolve("backup")));
      closing.join();
    }
    assertTrue(err.toString().contains("backup: the server stopped"), err.toString());
    assertFalse(err.toString().contains("could not write"), err.toString());
  }

  @Test
  void a_backup_that_the_command_sees_is_a_success() throws IOException {
    Path target = directory.resolve("backup");
    int code =
        backup(
            target, (word, path, progress) -> "backup of today in " + Files.createDirectory(path));
    assertEquals(0, code, err::toString);
    assertEquals("backup of today in " + target, out.toString().strip());
  }

  @Test
  void a_refusal_says_that_it_comes_from_the_server() throws IOException {
    int code =
        backup(
            directory.resolve("backup"),
            (word, path, progress) -> {
              throw new IOException("Read-only file system");
            });
    assertEquals(2, code);
    String printed = err.toString();
    assertTrue(
        printed.contains("backup: the running server could not write the backup: "), printed);
    assertTrue(printed.contains("Read-only file system"), printed);
  }
}
