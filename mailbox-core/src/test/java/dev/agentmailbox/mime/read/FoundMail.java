package dev.agentmailbox.mime.read;

import dev.agentmailbox.message.RawMessage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Reads mail that other software sends. */
final class FoundMail {
  /** One character for each octet. */
  static final Charset LATIN = StandardCharsets.ISO_8859_1;

  private FoundMail() {}

  static ParsedMessage read(String octets) {
    return new MimeReader().read(RawMessage.of(octets.replace("\n", "\r\n").getBytes(LATIN)));
  }

  /** A file of {@code found}. */
  static ParsedMessage found(String name) {
    try (InputStream in = FoundMail.class.getResourceAsStream("found/" + name + ".eml")) {
      return read(new String(Objects.requireNonNull(in).readAllBytes(), LATIN));
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
  }
}
