package dev.agentmailbox.mime.read;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import org.eclipse.angus.mail.util.BASE64DecoderStream;

/** Content-Transfer-Encoding (RFC 2045 section 6), lenient with malformed data. */
final class TransferDecoding {
  private TransferDecoding() {}

  /** The decoded body; with an unknown encoding the raw bytes. */
  static InputStream open(MimePart part, InputStream body) throws IOException {
    return switch (encoding(part)) {
      case "base64" -> new BASE64DecoderStream(body, true);
      case "quoted-printable" -> new QuotedPrintableInputStream(body);
      case "x-uuencode", "uuencode", "x-uue" -> new UuInputStream(body);
      default -> body;
    };
  }

  static boolean isKnown(MimePart part) {
    return switch (encoding(part)) {
      case "", "7bit", "8bit", "binary", "base64", "quoted-printable" -> true;
      case "x-uuencode", "uuencode", "x-uue" -> true;
      default -> false;
    };
  }

  private static String encoding(MimePart part) {
    return HeaderValue.parse(part.field("Content-Transfer-Encoding"))
        .value()
        .toLowerCase(Locale.ROOT);
  }
}
