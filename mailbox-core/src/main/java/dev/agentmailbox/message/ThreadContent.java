package dev.agentmailbox.message;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Content of a thread's visible messages, so that held and hidden mail does not leak.
 *
 * @param subject of the first message
 * @param preview of the newest message
 * @param senders like the other lists limited to {@link #MAX_NAMED}
 */
public record ThreadContent(
    @Nullable String subject,
    @Nullable String preview,
    List<String> senders,
    List<String> recipients,
    List<Attachment> attachments) {
  /** Most senders, recipients and attachments listed. */
  public static final int MAX_NAMED = 100;

  public ThreadContent {
    senders = List.copyOf(senders);
    recipients = List.copyOf(recipients);
    attachments = List.copyOf(attachments);
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "ThreadContent[…]";
  }
}
