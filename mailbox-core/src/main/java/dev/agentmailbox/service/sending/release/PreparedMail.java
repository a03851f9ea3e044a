package dev.agentmailbox.service.sending.release;

/**
 * The final bytes of a mail and what they show. Size check, content hash, approval and delivery all
 * speak of these bytes.
 *
 * @param contentKey empty when no bytes are kept
 * @param contentHash SHA-256 of the bytes, lower-case hexadecimal
 * @param size bytes, or an estimate when none were made
 * @param attachments files it has, or would have
 */
public record PreparedMail(
    String contentKey,
    String contentHash,
    String fingerprint,
    long size,
    String rfcMessageId,
    String envelopeSender,
    int attachments,
    Evidence evidence) {}
