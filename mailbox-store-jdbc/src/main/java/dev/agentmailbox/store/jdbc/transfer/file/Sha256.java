package dev.agentmailbox.store.jdbc.transfer.file;

import dev.agentmailbox.message.RawMessage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** SHA-256, in lower-case hexadecimal. */
public final class Sha256 {
  static final int BYTES = 32;
  private static final int BUFFER_BYTES = 64 * 1024;

  private static final Pattern HEX = Pattern.compile("[0-9a-f]{64}");

  private Sha256() {}

  /** Whether a text is one. */
  public static boolean is(String text) {
    return HEX.matcher(text).matches();
  }

  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  public static String of(byte[] bytes) {
    return HexFormat.of().formatHex(digest().digest(bytes));
  }

  public static Hash of(Path file) throws IOException {
    return of(RawMessage.in(file));
  }

  /** Reads all of it. */
  public static Hash of(RawMessage message) throws IOException {
    MessageDigest digest = digest();
    byte[] buffer = new byte[BUFFER_BYTES];
    long size = 0;
    try (InputStream in = message.open()) {
      int read = in.read(buffer);
      while (read >= 0) {
        digest.update(buffer, 0, read);
        size += read;
        read = in.read(buffer);
      }
    }
    return new Hash(HexFormat.of().formatHex(digest.digest()), size);
  }

  /** What was read: its hash and how many bytes. */
  public record Hash(String hex, long size) {}
}
