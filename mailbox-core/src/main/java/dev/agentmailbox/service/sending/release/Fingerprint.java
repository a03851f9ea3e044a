package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.mime.write.OutgoingAttachment;
import dev.agentmailbox.mime.write.OutgoingMessage;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** The hash by which duplicate mails are detected. */
public final class Fingerprint {
  private Fingerprint() {}

  /** SHA-256 over sender, set of recipients regardless of role, subject, bodies and attachments. */
  public static String of(OutgoingMessage message) {
    MessageDigest digest = Sha256.digest();
    add(digest, message.from().address());
    message.recipients().all().stream()
        .map(MailAddress::key)
        .sorted()
        .distinct()
        .forEach(recipient -> add(digest, recipient));
    add(digest, message.content().subject());
    add(digest, message.content().text());
    add(digest, message.content().html());
    for (OutgoingAttachment file : message.content().attachments()) {
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
