package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.message.RawMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;

/** The hash an approval is bound to. */
public final class ContentHash {
  private ContentHash() {}

  /** SHA-256 of the bytes as they are now, lower-case hexadecimal. */
  public static String of(RawMessage message) throws IOException {
    MessageDigest sha = Fingerprint.sha256();
    try (InputStream in = message.open();
        OutputStream hash = new DigestOutputStream(OutputStream.nullOutputStream(), sha)) {
      in.transferTo(hash);
    }
    return HexFormat.of().formatHex(sha.digest());
  }
}
