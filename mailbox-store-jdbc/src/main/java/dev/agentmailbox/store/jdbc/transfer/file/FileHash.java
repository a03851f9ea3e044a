package dev.agentmailbox.store.jdbc.transfer.file;

import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.message.RawMessage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.MessageDigest;

/**
 * The hash and size of a file.
 *
 * @param hex SHA-256 of the bytes in lower-case hexadecimal
 * @param size in bytes
 */
public record FileHash(String hex, long size) {
  /** Reads a stream to its end. */
  public static FileHash of(Path file) throws IOException {
    return of(RawMessage.in(file));
  }

  /** Reads a stream to its end. */
  public static FileHash of(RawMessage message) throws IOException {
    MessageDigest digest = Sha256.digest();
    try (InputStream in = message.open()) {
      long size = Sha256.update(digest, in);
      return new FileHash(Sha256.hex(digest), size);
    }
  }
}
