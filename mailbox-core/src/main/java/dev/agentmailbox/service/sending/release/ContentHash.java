package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.message.RawMessage;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;

/** The hash an approval is bound to. */
public final class ContentHash {
  private ContentHash() {}

  /** SHA-256 of the current bytes in lower-case hexadecimal. */
  public static String of(RawMessage message) throws IOException {
    MessageDigest digest = Sha256.digest();
    try (InputStream in = message.open()) {
      Sha256.update(digest, in);
    }
    return Sha256.hex(digest);
  }
}
