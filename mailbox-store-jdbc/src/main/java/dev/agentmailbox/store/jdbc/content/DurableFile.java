package dev.agentmailbox.store.jdbc.content;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Small files that are there whole or not at all. */
public final class DurableFile {
  private static final String UNFINISHED = ".tmp";

  private DurableFile() {}

  /** Creates or replaces a file, readable by its owner only; durable on return, with its name. */
  public static void write(Path file, byte[] bytes) throws IOException {
    Path unfinished = file.resolveSibling(file.getFileName() + UNFINISHED);
    Files.deleteIfExists(unfinished);
    try (FileChannel out = OwnerOnly.create(unfinished)) {
      ByteBuffer left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        out.write(left);
      }
      out.force(true);
    }
    Files.move(
        unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    DirectorySync.sync(file.resolveSibling("."));
  }

  /** Makes the bytes of a file durable. */
  public static void force(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }
}
