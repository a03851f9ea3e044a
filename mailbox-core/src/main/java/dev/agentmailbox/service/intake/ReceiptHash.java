package dev.agentmailbox.service.intake;

import dev.agentmailbox.hash.Sha256;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Hash for deduplication of deliveries: over return path, Message-ID and bytes, without leading
 * trace header fields, because every hop adds its own.
 */
final class ReceiptHash {
  private static final Set<String> TRACE_FIELDS =
      Set.of("received", "return-path", "delivered-to", "x-original-to", "authentication-results");

  /** A longer line is not a trace field. */
  private static final int MAX_LINE_BYTES = 1_000;

  /** For the trace fields; the rest is read past the buffer. */
  private static final int BUFFER = 1024;

  private ReceiptHash() {}

  static String of(String returnPath, @Nullable String messageId, InputStream bytes)
      throws IOException {
    MessageDigest digest = Sha256.digest();
    digest.update(returnPath.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
    digest.update(String.valueOf(messageId).getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
    try (InputStream in = new BufferedInputStream(bytes, BUFFER)) {
      digest.update(skipTrace(in));
      Sha256.update(digest, in);
    }
    return Sha256.hex(digest);
  }

  /** Skips the trace fields; returns the first other line. */
  private static byte[] skipTrace(InputStream in) throws IOException {
    boolean inTrace = true;
    while (true) {
      byte[] line = line(in);
      boolean folded = line.length > 0 && (line[0] == ' ' || line[0] == '\t');
      inTrace = folded ? inTrace : isTraceField(line);
      if (!inTrace || line.length == 0) {
        return line;
      }
    }
  }

  private static boolean isTraceField(byte[] line) {
    String text = new String(line, StandardCharsets.ISO_8859_1);
    int colon = text.indexOf(':');
    return colon > 0
        && TRACE_FIELDS.contains(text.substring(0, colon).strip().toLowerCase(Locale.ROOT));
  }

  private static byte[] line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(128);
    for (int b = in.read(); b >= 0; b = in.read()) {
      line.write(b);
      if (b == '\n' || line.size() >= MAX_LINE_BYTES) {
        break;
      }
    }
    return line.toByteArray();
  }
}
