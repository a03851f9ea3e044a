package dev.agentmailbox.mime.write;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** A MIME entity to write: its content fields and its encoded body. */
sealed interface Entity {
  String CRLF = "\r\n";

  /** Content fields in ASCII, each ending with CRLF. */
  String header();

  /** Bytes written by {@link #writeBody}. */
  long bodySize();

  void writeBody(OutputStream out) throws IOException;

  /** Encoded text or a complete message. */
  @SuppressWarnings("ArrayRecordComponent")
  record Ready(String header, byte[] body) implements Entity {
    @Override
    public long bodySize() {
      return body.length;
    }

    @Override
    public void writeBody(OutputStream out) throws IOException {
      out.write(body);
    }
  }

  /** Binary content, encoded as base64. */
  @SuppressWarnings("ArrayRecordComponent")
  record Binary(String header, byte[] content) implements Entity {
    private static final int LINE = 76;
    private static final int LINE_BYTES = LINE / 4 * 3;
    private static final byte[] LINE_END = {'\r', '\n'};

    @Override
    public long bodySize() {
      long characters = (content.length + 2L) / 3 * 4;
      return characters + Math.max(0, (characters + LINE - 1) / LINE - 1) * 2;
    }

    @Override
    public void writeBody(OutputStream out) throws IOException {
      Base64.Encoder encoder = Base64.getEncoder();
      byte[] line = new byte[LINE_BYTES];
      for (int at = 0; at < content.length; at += LINE_BYTES) {
        int length = Math.min(LINE_BYTES, content.length - at);
        if (at > 0) {
          out.write(LINE_END);
        }
        byte[] part = length == LINE_BYTES ? line : new byte[length];
        System.arraycopy(content, at, part, 0, length);
        out.write(encoder.encode(part));
      }
    }
  }

  /** Parts separated by boundary lines (RFC 2046 section 5.1.1). */
  record Multi(String header, String boundary, List<Entity> parts) implements Entity {
    @Override
    public long bodySize() {
      long size = 0;
      for (Entity part : parts) {
        size += 2 + boundary.length() + 2 + part.header().length() + 2 + part.bodySize() + 2;
      }
      return size + 2 + boundary.length() + 4;
    }

    @Override
    public void writeBody(OutputStream out) throws IOException {
      for (Entity part : parts) {
        ascii(out, "--" + boundary + CRLF + part.header() + CRLF);
        part.writeBody(out);
        ascii(out, CRLF);
      }
      ascii(out, "--" + boundary + "--" + CRLF);
    }
  }

  private static void ascii(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
  }
}
