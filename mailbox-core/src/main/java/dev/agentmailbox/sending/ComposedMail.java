package dev.agentmailbox.sending;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The final bytes of a mail and what they are known by. Size check, content hash, approval and
 * delivery all speak of these bytes.
 *
 * @param rfcMessageId Message-ID, with angle brackets
 * @param envelopeSender what the return paths of its recipients have in common, unique for this
 *     send: see {@link ReturnPath}
 * @param contentKey the bytes in the content store; empty when none are kept
 * @param contentHash SHA-256 of the bytes, lower-case hexadecimal
 * @param fingerprint SHA-256 over sender, recipients, subject, bodies and attachments, for
 *     duplicates
 * @param size bytes, or an estimate when none were made
 * @param labels for the sent copy
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

  /** Says nothing of the content. */
  @Override
  public String toString() {
    return "ComposedMail[" + rfcMessageId + "]";
  }
}
