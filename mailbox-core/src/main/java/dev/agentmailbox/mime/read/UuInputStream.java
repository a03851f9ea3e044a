package dev.agentmailbox.mime.read;

import java.io.IOException;
import java.io.InputStream;

/**
 * Decodes uuencoded data, with or without begin and end lines; lines are bounded. The decoder of
 * Angus Mail throws on some lines, and reads lines of any length (decision 4).
 */
final class UuInputStream extends InputStream {
  /** A length byte and 63 bytes in groups of four characters. */
  private static final int LINE_KEPT = 1 + 84;

  private static final int MAX_DECODED = 64;

  private final ByteLines lines;
  private final byte[] decoded = new byte[MAX_DECODED];
  private int position;
  private int length;
  private boolean ended;

  UuInputStream(InputStream in) throws IOException {
    lines = new ByteLines(in);
  }

  @Override
  public int read() throws IOException {
    while (position == length) {
      if (ended || !nextLine()) {
        ended = true;
        return -1;
      }
    }
    return decoded[position++] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int wanted) throws IOException {
    if (wanted == 0) {
      return 0;
    }
    int first = read();
    if (first < 0) {
      return -1;
    }
    target[offset] = (byte) first;
    int more = Math.min(wanted - 1, length - position);
    System.arraycopy(decoded, position, target, offset + 1, more);
    position += more;
    return more + 1;
  }

  private boolean nextLine() throws IOException {
    position = 0;
    length = 0;
    if (!lines.next(LINE_KEPT)) {
      return false;
    }
    byte[] line = lines.kept();
    int kept = lines.keptLength();
    if (startsWith("begin ") || kept == 0) {
      return true;
    }
    if (startsWith("end") && kept <= 4) {
      return false;
    }
    int count = line[0] - ' ' & 0x3F;
    for (int i = 0; i < count; i++) {
      int group = 1 + i / 3 * 4;
      int left = digit(line, group + i % 3, kept);
      int right = digit(line, group + i % 3 + 1, kept);
      int shift = i % 3 * 2 + 2;
      decoded[i] = (byte) ((left << shift) | (right >> (6 - shift)));
    }
    length = count;
    return true;
  }

  private static int digit(byte[] line, int at, int kept) {
    return at < kept ? line[at] - ' ' & 0x3F : 0;
  }

  private boolean startsWith(String word) {
    if (lines.keptLength() < word.length()) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      if (lines.kept()[i] != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
