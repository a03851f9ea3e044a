package dev.agentmailbox.draft;

import dev.agentmailbox.sending.SendKind;
import java.util.List;

/**
 * The message a draft answers or forwards.
 *
 * @param kind REPLY, REPLY_ALL or FORWARD
 * @param messageId its id, in the same inbox
 * @param references Message-IDs for the References field, with angle brackets
 */
public record DraftOrigin(SendKind kind, String messageId, List<String> references) {
  public DraftOrigin {
    if (kind == SendKind.SEND || kind == SendKind.DRAFT) {
      throw new IllegalArgumentException(kind + " has no original message");
    }
    references = List.copyOf(references);
  }

  public boolean forwards() {
    return kind == SendKind.FORWARD;
  }
}
