package dev.agentmailbox.message;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is in a message, as far as lists show it, and where the rest is.
 *
 * @param preview the start of its new text on one line
 * @param size bytes of the raw message
 * @param contentKey finds the raw message in the content store
 */
public record MessageContent(
    @Nullable String preview, List<Attachment> attachments, long size, String contentKey) {
  public MessageContent {
    attachments = List.copyOf(attachments);
  }

  /** The same content without its words: no preview, and of the attachments only the sizes. */
  public MessageContent withoutText() {
    return new MessageContent(
        null, attachments.stream().map(Attachment::nameless).toList(), size, contentKey);
  }

  /** Says nothing of the content. */
  @Override
  public String toString() {
    return "MessageContent[" + size + " bytes]";
  }
}
