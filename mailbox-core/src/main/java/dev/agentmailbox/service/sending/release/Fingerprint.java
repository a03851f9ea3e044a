package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.mime.write.OutgoingAttachment;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Hashes by which an approval is bound to its mail and a repeated mail is recognised. */
final class Fingerprint {
  private Fingerprint() {}

  /**
   * SHA-256 over sender, set of recipients (roles do not count), subject, bodies and attachments.
   */
  static String of(String sender, SendRequest request) {
    MessageDigest digest = sha256();
    add(digest, sender);
    for (String recipient : new TreeSet<>(request.recipientKeys())) {
      add(digest, recipient);
    }
    add(digest, request.subject());
    add(digest, request.text());
    add(digest, request.html());
    for (OutgoingAttachment file : request.attachments()) {
      add(digest, file.filename());
      add(digest, hash(file.content()));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** SHA-256 in lower-case hexadecimal. */
  static String hash(byte[] bytes) {
    return HexFormat.of().formatHex(sha256().digest(bytes));
  }

  /** The length goes first, so that no two lists of texts give the same bytes. */
  private static void add(MessageDigest digest, @Nullable String text) {
    byte[] bytes = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
    digest.update(((text == null ? "-" : bytes.length) + ":").getBytes(StandardCharsets.US_ASCII));
    digest.update(bytes);
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
