package dev.agentmailbox.message;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the visible messages of a thread say, so that held and hidden mail does not leak through it.
 *
 * @param subject of the first one
 * @param preview of the newest one
 * @param senders and the others: at most {@link #MAX_NAMED}
 */
public record ThreadContent(
    @Nullable String subject,
    @Nullable String preview,
    List<String> senders,
    List<String> recipients,
    List<Attachment> attachments) {
  /** Most senders, recipients and attachments that are named. */
  public static final int MAX_NAMED = 100;

  public ThreadContent {
    senders = List.copyOf(senders);
    recipients = List.copyOf(recipients);
    attachments = List.copyOf(attachments);
  }

  /** Says nothing of the content. */
  @Override
  public String toString() {
    return "ThreadContent[…]";
  }
}
