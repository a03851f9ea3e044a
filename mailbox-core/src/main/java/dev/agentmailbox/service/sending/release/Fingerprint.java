package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.mime.write.OutgoingAttachment;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The hash by which duplicate mails are detected. */
final class Fingerprint {
  private Fingerprint() {}

  /** SHA-256 over sender, set of recipients regardless of role, subject, bodies and attachments. */
  static String of(String sender, SendRequest request) {
    MessageDigest digest = Sha256.digest();
    add(digest, sender);
    for (String recipient : new TreeSet<>(request.recipientKeys())) {
      add(digest, recipient);
    }
    add(digest, request.subject());
    add(digest, request.text());
    add(digest, request.html());
    for (OutgoingAttachment file : request.attachments()) {
      add(digest, file.filename());
      add(digest, Sha256.hex(file.content()));
    }
    return Sha256.hex(digest);
  }

  /** Length-prefixed, so that the concatenation is unambiguous. */
  private static void add(MessageDigest digest, @Nullable String text) {
    byte[] bytes = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
    digest.update(((text == null ? "-" : bytes.length) + ":").getBytes(StandardCharsets.US_ASCII));
    digest.update(bytes);
  }
}
