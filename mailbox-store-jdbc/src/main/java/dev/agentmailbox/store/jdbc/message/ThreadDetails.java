package dev.agentmailbox.store.jdbc.message;

import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.MailThread;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The part of a thread that is read and written as a whole and never searched by. */
record ThreadDetails(
    @Nullable Instant receivedAt,
    @Nullable Instant sentAt,
    List<String> senders,
    List<String> recipients,
    @Nullable String subject,
    @Nullable String preview,
    List<Attachment> attachments,
    String lastMessageId,
    int messageCount,
    long size,
    String baseSubject) {
  static ThreadDetails of(MailThread thread) {
    return new ThreadDetails(
        thread.receivedAt(),
        thread.sentAt(),
        thread.senders(),
        thread.recipients(),
        thread.subject(),
        thread.preview(),
        thread.attachments(),
        thread.lastMessageId(),
        thread.messageCount(),
        thread.size(),
        thread.baseSubject());
  }
}
