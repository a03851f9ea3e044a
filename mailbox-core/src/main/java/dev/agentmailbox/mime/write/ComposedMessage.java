package dev.agentmailbox.mime.write;

import dev.agentmailbox.message.RawMessage;
import java.util.List;

/**
 * The final bytes of a message: 7-bit, CRLF lines of at most 998 bytes. Deterministic.
 *
 * @param bytes not copied; must not be modified
 * @param attachmentPaths part path of each attachment, in input order
 */
@SuppressWarnings("ArrayRecordComponent")
public record ComposedMessage(byte[] bytes, List<String> attachmentPaths) {
  public ComposedMessage {
    attachmentPaths = List.copyOf(attachmentPaths);
  }

  public RawMessage raw() {
    return RawMessage.of(bytes);
  }

  public long size() {
    return bytes.length;
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "ComposedMessage[" + bytes.length + " bytes]";
  }
}
