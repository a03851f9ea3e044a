package dev.agentmailbox.mime.write;

import jakarta.mail.Header;
import jakarta.mail.internet.InternetHeaders;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collections;
import java.util.List;
import org.eclipse.angus.mail.util.BASE64EncoderStream;
import org.eclipse.angus.mail.util.LineOutputStream;

/**
 * A part, or the whole message, whose size is known before it is encoded. {@code MimeBodyPart} and
 * {@code MimeMultipart} look up the classes of their streams for every part, which takes longer
 * than writing it.
 */
final class SizedPart {
  private static final int LINE_END = "\r\n".length();

  /** Characters of a base64 line (RFC 2045 section 6.8). */
  private static final int BASE64_LINE = 76;

  private interface Body {
    void writeTo(LineOutputStream out) throws IOException;
  }

  private final InternetHeaders fields;
  private final long bodySize;
  private final Body body;

  private SizedPart(InternetHeaders fields, long bodySize, Body body) {
    this.fields = fields;
    this.bodySize = bodySize;
    this.body = body;
  }

  /** With a body that is encoded already. */
  static SizedPart encoded(InternetHeaders fields, byte[] body) {
    return new SizedPart(fields, body.length, out -> out.write(body));
  }

  /** With a body that is encoded as base64 when it is written. */
  static SizedPart base64(InternetHeaders fields, byte[] body) {
    return new SizedPart(fields, base64Size(body), out -> writeBase64(body, out));
  }

  private static void writeBase64(byte[] body, OutputStream out) throws IOException {
    // Only flushed: to close it would close the message.
    @SuppressWarnings("resource")
    BASE64EncoderStream encoder = new BASE64EncoderStream(out);
    encoder.write(body);
    encoder.flush();
  }

  static long base64Size(byte[] body) {
    long characters = (body.length + 2L) / 3 * 4;
    return characters + characters / BASE64_LINE * LINE_END;
  }

  /** With parts that are separated by boundary lines (RFC 2046 section 5.1.1). */
  static SizedPart multipart(InternetHeaders fields, String boundary, List<SizedPart> parts) {
    String delimiter = "--" + boundary;
    long line = (long) delimiter.length() + LINE_END;
    long size = line + "--".length();
    for (SizedPart part : parts) {
      size += line + part.size() + LINE_END;
    }
    return new SizedPart(
        fields,
        size,
        out -> {
          for (SizedPart part : parts) {
            out.writeln(delimiter);
            part.writeTo(out);
            out.writeln();
          }
          out.writeln(delimiter + "--");
        });
  }

  /** The message with these fields, to which those of this part are added. */
  SizedPart message(InternetHeaders fields) {
    headers().forEach(field -> fields.setHeader(field.getName(), field.getValue()));
    return new SizedPart(fields, bodySize, body);
  }

  boolean isBase64() {
    return "base64".equals(fields.getHeader("Content-Transfer-Encoding", null));
  }

  List<Header> headers() {
    return Collections.list(fields.getAllHeaders());
  }

  /** Bytes of the fields, the empty line and the encoded body. */
  long size() {
    return bodySize
        + LINE_END
        + Collections.list(fields.getAllHeaderLines()).stream()
            .mapToLong(line -> line.length() + LINE_END)
            .sum();
  }

  void writeTo(LineOutputStream out) throws IOException {
    for (String line : Collections.list(fields.getAllHeaderLines())) {
      out.writeln(line);
    }
    out.writeln();
    body.writeTo(out);
  }
}
