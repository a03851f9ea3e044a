package dev.agentmailbox.server.dkim;

import dev.agentmailbox.hash.Sha256;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Optional;

/**
 * The SHA-256 hash of a body in a canonical form of RFC 6376 section 3.4, fed in chunks of any
 * size. Not jDKIM's, whose relaxed form adds a line end to an empty body (contrary to erratum 1377)
 * and keeps trailing white space of an unterminated line. Belongs to one thread.
 */
public final class CanonicalBody extends OutputStream {
  private static final int BUFFER_BYTES = 8 * 1024;

  /** A canonical form, named as in {@code c=}. */
  public enum Form {
    /** Ignores trailing empty lines; an empty body becomes one line end (section 3.4.3). */
    SIMPLE,
    /**
     * Also ignores trailing white space of lines and collapses runs of it; an empty body stays
     * empty (section 3.4.4).
     */
    RELAXED;

    /** Finds a form by its name. */
    public static Optional<Form> of(String name) {
      return switch (name.toLowerCase(Locale.ROOT)) {
        case "simple" -> Optional.of(SIMPLE);
        case "relaxed" -> Optional.of(RELAXED);
        default -> Optional.empty();
      };
    }
  }

  private final MessageDigest hash = Sha256.digest();
  private final boolean relaxed;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int buffered;
  private long emptyLines;
  private boolean blank;
  private boolean inLine;
  private boolean carriageReturn;
  private boolean empty = true;

  public CanonicalBody(Form form) {
    this.relaxed = form == Form.RELAXED;
  }

  @Override
  public void write(int b) {
    next((byte) b);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      next(bytes[i]);
    }
  }

  private void next(byte b) {
    if (carriageReturn) {
      carriageReturn = false;
      if (b == '\n') {
        endLine();
        return;
      }
      visible((byte) '\r');
    }
    if (b == '\r') {
      carriageReturn = true;
    } else if (relaxed && (b == ' ' || b == '\t')) {
      blank = true;
    } else {
      visible(b);
    }
  }

  private void visible(byte b) {
    for (; emptyLines > 0; emptyLines--) {
      put((byte) '\r');
      put((byte) '\n');
    }
    if (blank) {
      put((byte) ' ');
      blank = false;
    }
    put(b);
    inLine = true;
  }

  private void endLine() {
    blank = false;
    if (inLine) {
      put((byte) '\r');
      put((byte) '\n');
      inLine = false;
    } else {
      emptyLines++;
    }
  }

  private void put(byte b) {
    if (buffered == buffer.length) {
      feed();
    }
    buffer[buffered++] = b;
    empty = false;
  }

  private void feed() {
    hash.update(buffer, 0, buffered);
    buffered = 0;
  }

  /** The hash; no more input may follow. */
  public byte[] finish() {
    if (carriageReturn) {
      visible((byte) '\r');
    }
    if (inLine || (empty && !relaxed)) {
      inLine = true;
      endLine();
    }
    feed();
    return hash.digest();
  }
}
