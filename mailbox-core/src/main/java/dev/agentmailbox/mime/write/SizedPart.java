package dev.agentmailbox.mime.write;

import jakarta.activation.DataHandler;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetHeaders;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import jakarta.mail.util.ByteArrayDataSource;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collections;
import java.util.List;

/**
 * A body part whose size is known before it is encoded. All its fields are given: what Jakarta Mail
 * derives depends on system properties of the process.
 */
final class SizedPart extends MimeBodyPart {
  private static final int LINE_END = "\r\n".length();

  /** Characters of a base64 line (RFC 2045 section 6.8). */
  private static final int BASE64_LINE = 76;

  private final long bodySize;

  private SizedPart(InternetHeaders fields, long bodySize) {
    this.headers = fields;
    this.bodySize = bodySize;
  }

  /** With a body that is encoded already. */
  static SizedPart encoded(InternetHeaders fields, byte[] body) {
    SizedPart part = new SizedPart(fields, body.length);
    part.content = body;
    return part;
  }

  /** With a body that is encoded as base64 when it is written. */
  static SizedPart base64(InternetHeaders fields, byte[] body) {
    SizedPart part = new SizedPart(fields, base64Size(body));
    part.dh = new DataHandler(new ByteArrayDataSource(body, "application/octet-stream"));
    return part;
  }

  static long base64Size(byte[] body) {
    long characters = (body.length + 2L) / 3 * 4;
    return characters + characters / BASE64_LINE * LINE_END;
  }

  /** With parts that are separated by boundary lines (RFC 2046 section 5.1.1). */
  static SizedPart multipart(InternetHeaders fields, String boundary, List<SizedPart> parts)
      throws MessagingException {
    long line = (long) "--".length() + boundary.length() + LINE_END;
    long size = line + "--".length();
    Multipart body = new Multipart(fields);
    for (SizedPart part : parts) {
      body.addBodyPart(part);
      size += line + part.size() + LINE_END;
    }
    SizedPart part = new SizedPart(fields, size);
    part.dh = body.handler();
    return part;
  }

  /** Bytes of the fields, the empty line and the encoded body. */
  long size() {
    return size(headers) + LINE_END + bodySize;
  }

  static long size(InternetHeaders fields) {
    return Collections.list(fields.getAllHeaderLines()).stream()
        .mapToLong(line -> line.length() + LINE_END)
        .sum();
  }

  /** The message with these fields, to which those of this part are added. */
  MimeMessage message(InternetHeaders fields) {
    Collections.list(headers.getAllHeaders())
        .forEach(field -> fields.setHeader(field.getName(), field.getValue()));
    return new Message(fields, this);
  }

  private static final class Message extends MimeMessage {
    Message(InternetHeaders fields, SizedPart body) {
      super((Session) null);
      this.headers = fields;
      this.dh = body.dh;
      this.content = body.content;
      this.saved = true;
    }
  }

  private static final class Multipart extends MimeMultipart {
    Multipart(InternetHeaders fields) {
      this.contentType = fields.getHeader("Content-Type", null);
    }

    /** Writes it without a content handler, which is looked up by class loaders. */
    DataHandler handler() {
      return new DataHandler(this, contentType) {
        @Override
        public void writeTo(OutputStream out) throws IOException {
          try {
            Multipart.this.writeTo(out);
          } catch (MessagingException impossible) {
            throw new IOException(impossible);
          }
        }
      };
    }
  }
}
