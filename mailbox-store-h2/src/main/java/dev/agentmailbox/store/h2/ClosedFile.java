package dev.agentmailbox.store.h2;

import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.regex.Pattern;

/**
 * How a clean stop left the database file, recorded in the journal's directory. H2 rewrites the
 * header of a file whenever it closes it, so a file with another length or header was opened by
 * another program. The next start would cut off what that program wrote.
 *
 * <p>There is no record while the database is open or after a crash, and an incomplete one counts
 * as none.
 */
final class ClosedFile {
  private static final String RECORD = "closed";

  /** Length of the file and hash of its header. */
  private static final Pattern STATE = Pattern.compile("\\d{1,19} [0-9a-f]{64}\n");

  private ClosedFile() {}

  /** Records the state of a closed, durable file. Does nothing without a journal. */
  static void note(Path file, Path journal) throws IOException {
    if (!Files.isDirectory(journal)) {
      return;
    }
    try (FileChannel out = OwnerOnly.create(journal.resolve(RECORD))) {
      out.write(ByteBuffer.wrap(stateOf(file).getBytes(StandardCharsets.US_ASCII)));
      out.force(true);
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
      closed = Files.readString(record, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException open) {
      return;
    }
    String found = Files.exists(file) ? stateOf(file) : "";
    // The process or the power may have gone while the record was written.
    boolean isWhole = STATE.matcher(closed).matches();
    if (isWhole && !found.isEmpty() && !found.equals(closed)) {
      throw new StoreException(
          "another program changed the database %s after the server had closed it: restore a backup, or delete %s to use the file as it is"
              .formatted(file, record),
          null);
    }
    Files.delete(record);
    try (FileChannel directory = FileChannel.open(journal, StandardOpenOption.READ)) {
      directory.force(true);
    }
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
