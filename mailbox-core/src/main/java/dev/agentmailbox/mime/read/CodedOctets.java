package dev.agentmailbox.mime.read;

import dev.agentmailbox.mime.text.MailCharsets;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/** Text in ASCII with octets as a mark and two hexadecimal digits (RFC 2047, RFC 2231). */
final class CodedOctets {
  /** A mark that begins no octet. */
  static final char NO_MARK = '\uFFFF';

  private final StringBuilder out;
  private final ByteArrayOutputStream octets = new ByteArrayOutputStream();

  CodedOctets(StringBuilder out) {
    this.out = out;
  }

  void append(byte[] more) {
    octets.writeBytes(more);
  }

  void append(String text, char mark, @Nullable String charset) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int high = i + 2 < text.length() ? Character.digit(text.charAt(i + 1), 16) : -1;
      int low = i + 2 < text.length() ? Character.digit(text.charAt(i + 2), 16) : -1;
      if (c == mark && high >= 0 && low >= 0) {
        octets.write(high << 4 | low);
        i += 2;
      } else if (c < 0x80) {
        octets.write(c);
      } else {
        // It was decoded with the rest of the field.
        flush(charset);
        out.append(c);
      }
    }
  }

  /** Decodes what has been collected. */
  void flush(@Nullable String charset) {
    if (octets.size() > 0) {
      out.append(MailCharsets.decode(octets.toByteArray(), charset, false));
      octets.reset();
    }
  }
}
