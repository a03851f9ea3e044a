package dev.agentmailbox.message;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Content of a message as far as lists show it.
 *
 * @param preview start of the new text, on one line
 * @param size of the raw message in bytes
 * @param contentKey key of the raw message in the content store
 */
public record MessageContent(
    @Nullable String preview, List<Attachment> attachments, long size, String contentKey) {
  public MessageContent {
    attachments = List.copyOf(attachments);
  }

  /** Without text: no preview, and only the sizes of attachments. */
  public MessageContent withoutText() {
    return new MessageContent(
        null, attachments.stream().map(Attachment::nameless).toList(), size, contentKey);
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "MessageContent[" + size + " bytes]";
  }
}
