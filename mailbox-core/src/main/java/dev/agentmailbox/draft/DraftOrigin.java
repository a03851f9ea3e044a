package dev.agentmailbox.draft;

import dev.agentmailbox.sending.SendKind;
import java.util.List;

/**
 * The message a draft answers or passes on.
 *
 * @param kind REPLY, REPLY_ALL or FORWARD: what is derived when the draft is sent
 * @param messageId our id of that message, in the same inbox
 * @param references Message-IDs of the References the answer will carry, with angle brackets
 */
public record DraftOrigin(SendKind kind, String messageId, List<String> references) {
  public DraftOrigin {
    if (kind == SendKind.SEND || kind == SendKind.DRAFT) {
      throw new IllegalArgumentException(kind + " is about no message");
    }
    references = List.copyOf(references);
  }

  public boolean forwards() {
    return kind == SendKind.FORWARD;
  }
}
