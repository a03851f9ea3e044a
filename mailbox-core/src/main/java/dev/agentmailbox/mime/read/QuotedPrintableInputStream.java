package dev.agentmailbox.mime.read;

import java.io.IOException;
import java.io.InputStream;

/**
 * Decodes quoted-printable (RFC 2045 section 6.7) leniently: invalid escapes are kept.
 *
 * <p>The decoder of Angus Mail recurses for each soft line break, so that a crafted body overflows
 * the stack.
 */
final class QuotedPrintableInputStream extends InputStream {
  private static final int BUFFER = 8 * 1024;

  /** Longest trailing white space that is dropped; a longer run is kept. */
  private static final int MAX_BLANKS = 512;

  /** Most white space between an equals sign and the line end. */
  private static final int MAX_PADDING = 80;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER];
  private int position;
  private int filled;
  private boolean ended;

  /** Decoded but unread octets: blanks, and the octet after them. */
  private final byte[] ready = new byte[MAX_BLANKS + 4];

  private int readyPosition;
  private int readyLength;

  QuotedPrintableInputStream(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    while (readyPosition == readyLength) {
      readyPosition = 0;
      readyLength = 0;
      if (!decode()) {
        return -1;
      }
    }
    return ready[readyPosition++] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int wanted) throws IOException {
    int count = 0;
    while (count < wanted) {
      if (readyPosition == readyLength) {
        int run = plainRun(wanted - count);
        System.arraycopy(buffer, position, target, offset + count, run);
        position += run;
        count += run;
        if (count == wanted) {
          break;
        }
      }
      int octet = read();
      if (octet < 0) {
        return count == 0 ? -1 : count;
      }
      target[offset + count++] = (byte) octet;
    }
    return count;
  }

  /** Number of buffered octets from here that are literal. */
  private int plainRun(int limit) {
    int end = Math.min(filled, position + limit);
    int at = position;
    while (at < end && buffer[at] != '=' && (buffer[at] > ' ' || buffer[at] < 0)) {
      at++;
    }
    return at - position;
  }

  /** Decodes into the buffer, possibly nothing; false at the end. */
  private boolean decode() throws IOException {
    int octet = take();
    while ((octet == ' ' || octet == '\t') && readyLength < MAX_BLANKS) {
      ready[readyLength++] = (byte) octet;
      octet = take();
    }
    if (octet < 0 || octet == '\n' || (octet == '\r' && peek(0) == '\n')) {
      readyLength = 0;
    }
    if (octet < 0) {
      return false;
    }
    if (octet == '=') {
      escape();
    } else {
      ready[readyLength++] = (byte) octet;
    }
    return true;
  }

  private void escape() throws IOException {
    int high = Character.digit(peek(0), 16);
    int low = Character.digit(peek(1), 16);
    if (high >= 0 && low >= 0) {
      position += 2;
      ready[readyLength++] = (byte) ((high << 4) | low);
      return;
    }
    int padding = 0;
    while (padding < MAX_PADDING && (peek(padding) == ' ' || peek(padding) == '\t')) {
      padding++;
    }
    if (peek(padding) == '\n') {
      position += padding + 1;
    } else if (peek(padding) == '\r' && peek(padding + 1) == '\n') {
      position += padding + 2;
    } else if (peek(padding) < 0) {
      position += padding;
    } else {
      ready[readyLength++] = '=';
    }
  }

  private int take() throws IOException {
    int octet = peek(0);
    position += octet < 0 ? 0 : 1;
    return octet;
  }

  /** The octet at that distance, or -1 at the end. */
  private int peek(int ahead) throws IOException {
    while (position + ahead >= filled && !ended) {
      System.arraycopy(buffer, position, buffer, 0, filled - position);
      filled -= position;
      position = 0;
      int count = in.read(buffer, filled, buffer.length - filled);
      ended = count < 0;
      filled += Math.max(0, count);
    }
    return position + ahead < filled ? buffer[position + ahead] & 0xFF : -1;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
