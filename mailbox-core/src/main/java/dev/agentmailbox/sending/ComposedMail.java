package dev.agentmailbox.sending;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The final bytes of a mail and their identifiers. Size check, content hash, approval and delivery
 * all refer to these bytes.
 *
 * @param rfcMessageId Message-ID, with angle brackets
 * @param envelopeSender common part of the recipients' return paths, unique to this send: see
 *     {@link ReturnPath}
 * @param contentKey key in the content store; empty when the bytes are not kept
 * @param contentHash SHA-256 of the bytes in lower-case hexadecimal
 * @param fingerprint SHA-256 over sender, recipients, subject, bodies and attachments, for
 *     duplicate detection
 * @param size bytes; an estimate when the mail was not composed
 * @param labels of the sent copy
 */
public record ComposedMail(
    String rfcMessageId,
    String envelopeSender,
    String contentKey,
    String contentHash,
    String fingerprint,
    long size,
    @Nullable String subject,
    List<String> labels) {
  public ComposedMail {
    labels = List.copyOf(labels);
  }

  /** These bytes as those of a send that has a return path already. */
  public ComposedMail withEnvelopeSender(String sender) {
    return new ComposedMail(
        rfcMessageId, sender, contentKey, contentHash, fingerprint, size, subject, labels);
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "ComposedMail[" + rfcMessageId + "]";
  }
}
