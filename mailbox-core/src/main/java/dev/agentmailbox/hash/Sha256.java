package dev.agentmailbox.hash;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** SHA-256; in text form 64 lower-case hexadecimal characters. */
public final class Sha256 {
  /** Length of a hash in bytes. */
  public static final int BYTES = 32;

  private static final int BUFFER_BYTES = 64 * 1024;
  private static final int MIN_BUFFER_BYTES = 4 * 1024;
  private static final Pattern HEX = Pattern.compile("[0-9a-f]{64}");

  private Sha256() {}

  /** A new computation. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform supports SHA-256", e);
    }
  }

  /** Hash of the UTF-8 bytes of a text. */
  public static byte[] of(String text) {
    return digest().digest(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Hash of the UTF-8 bytes of a text, in hexadecimal. */
  public static String hex(String text) {
    return HexFormat.of().formatHex(of(text));
  }

  /** Hash in hexadecimal. */
  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(digest().digest(bytes));
  }

  /** Completes a computation; returns its hash in hexadecimal. */
  public static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Adds the remaining bytes of a stream, which stays open; returns their number. */
  public static long update(MessageDigest digest, InputStream in) throws IOException {
    // Most messages are much shorter than a buffer that suits long files.
    byte[] buffer = new byte[Math.max(MIN_BUFFER_BYTES, Math.min(BUFFER_BYTES, in.available()))];
    long size = 0;
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      digest.update(buffer, 0, read);
      size += read;
    }
    return size;
  }

  /** Whether a text is a hexadecimal SHA-256 hash. */
  public static boolean isHex(String text) {
    return HEX.matcher(text).matches();
  }
}
