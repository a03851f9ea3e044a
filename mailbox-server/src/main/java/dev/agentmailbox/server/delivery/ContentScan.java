package dev.agentmailbox.server.delivery;

import dev.agentmailbox.message.RawMessage;
import java.io.IOException;
import java.io.InputStream;

/**
 * Properties of the content that the SMTP dialogue depends on.
 *
 * @param clean whether there is no bare CR, bare LF or NUL; otherwise another server might see a
 *     different end of message (SMTP smuggling), so it must not be sent
 * @param eightBit whether any byte is above 127
 * @param endsLine whether it ends with CR LF
 */
record ContentScan(boolean clean, boolean eightBit, boolean endsLine) {
  private static final int READ_BYTES = 16 * 1024;

  static ContentScan of(RawMessage content) throws IOException {
    byte[] buffer = new byte[READ_BYTES];
    boolean clean = true;
    boolean eightBit = false;
    byte before = 0;
    boolean endsLine = false;
    try (InputStream in = content.open()) {
      for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        for (int i = 0; i < length; i++) {
          byte next = buffer[i];
          clean &= next != 0 && (before == '\r') == (next == '\n');
          eightBit |= next < 0;
          endsLine = next == '\n';
          before = next;
        }
      }
    }
    return new ContentScan(clean && before != '\r', eightBit, endsLine);
  }
}
