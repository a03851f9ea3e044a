package dev.agentmailbox.store.h2;

import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.content.DirectorySync;
import dev.agentmailbox.store.jdbc.content.DurableFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;

/**
 * How a clean stop left the database file, recorded in the journal's directory. H2 rewrites the
 * header of a file whenever it closes it, so a file with another length or header was opened by
 * another program. The next start would cut off what that program wrote.
 *
 * <p>There is no record while the database is open or after a crash.
 */
final class ClosedFile {
  private static final String RECORD = "closed";

  private ClosedFile() {}

  /** Records the state of a closed, durable file. Does nothing without a journal. */
  static void note(Path file, Path journal) throws IOException {
    if (Files.isDirectory(journal)) {
      DurableFile.write(journal.resolve(RECORD), stateOf(file).getBytes(StandardCharsets.US_ASCII));
    }
  }

  /**
   * Compares the file with its record, before it is opened, and durably deletes the record.
   *
   * @throws StoreException another program changed the file
   */
  static void check(Path file, Path journal) throws IOException {
    Path record = journal.resolve(RECORD);
    String closed;
    try {
      closed = Files.readString(record, StandardCharsets.US_ASCII);
    } catch (NoSuchFileException open) {
      return;
    }
    String found = Files.exists(file) ? stateOf(file) : "";
    if (!found.isEmpty() && !found.equals(closed)) {
      throw new StoreException(
          "another program changed the database %s after the server had closed it: restore a backup, or delete %s to use the file as it is"
              .formatted(file, record),
          null);
    }
    Files.delete(record);
    DirectorySync.sync(journal);
  }

  /** Empty without a readable header, which H2 reports. */
  private static String stateOf(Path file) throws IOException {
    try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer header = UnforcedEnd.header(in);
      if (UnforcedEnd.created(header) == 0) {
        return "";
      }
      MessageDigest digest = Sha256.digest();
      digest.update(header);
      return in.size() + " " + Sha256.hex(digest) + "\n";
    }
  }
}
