package dev.agentmailbox.mime.read;

import dev.agentmailbox.mime.text.MailCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A header field, unfolded but with encoded words.
 *
 * @param value decoded as far as possible without the charset of the body
 * @param bytes of a value that is neither ASCII nor UTF-8; otherwise null
 */
@SuppressWarnings("ArrayRecordComponent")
record RawField(String name, String value, byte @Nullable [] bytes) {

  static RawField of(String name, byte[] bytes) {
    String value = MailCharsets.unicodeHeader(bytes);
    if (value != null) {
      return new RawField(name, value.strip(), null);
    }
    byte[] coded = RawOctets.coded(bytes);
    return new RawField(name, MailCharsets.decodeHeader(coded, null).strip(), coded);
  }

  /** Decodes it anew, now that the charset of the body is known. */
  RawField in(@Nullable String bodyCharset) {
    return bytes == null
        ? this
        : new RawField(name, MailCharsets.decodeHeader(bytes, bodyCharset).strip(), bytes);
  }
}
