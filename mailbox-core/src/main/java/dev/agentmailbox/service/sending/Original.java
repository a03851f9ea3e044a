package dev.agentmailbox.service.sending;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.message.MessageBody;
import dev.agentmailbox.mime.read.MessageIds;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.request.Access;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The message that is answered or forwarded. */
public record Original(Message message, MessageBody body) {
  /**
   * Finds a message the caller can see.
   *
   * @param permission required for the intended operation
   * @throws MailboxException {@code not_found} when it does not exist or is hidden from the caller,
   *     {@code human_required} when it is held and the caller is not human
   */
  public static Original find(
      StoreTransaction tx, Caller caller, Inbox inbox, String messageId, Permission permission) {
    Message message =
        tx.messages()
            .find(inbox.scope(), messageId)
            .filter(found -> isVisible(caller, found))
            .orElseThrow(() -> MailboxException.notFound("message"));
    Access.require(caller, permission);
    if (message.isHeld() && !caller.isHuman()) {
      throw MailboxException.of(
          ErrorCode.HUMAN_REQUIRED, "the message is held until a human releases it");
    }
    MessageBody body =
        tx.messages()
            .body(inbox.scope(), messageId)
            .orElseThrow(() -> MailboxException.notFound("message"));
    return new Original(message, body);
  }

  /**
   * Message-IDs for the References field of a reply (RFC 5322 section 3.6.4): its References, or
   * what it answers, and its own.
   */
  public List<String> references() {
    List<String> references = new ArrayList<>(message.headers().references());
    if (references.isEmpty()) {
      List<String> parents = MessageIds.all(body.headers().getOrDefault("in-reply-to", ""), 2);
      references.addAll(parents.size() == 1 ? parents : List.of());
    }
    Optional.ofNullable(message.headers().rfcMessageId()).ifPresent(references::add);
    return references;
  }

  private static boolean isVisible(Caller caller, Message message) {
    return Arrays.stream(Hidden.values())
        .filter(hidden -> message.labels().contains(hidden.label()))
        .allMatch(hidden -> caller.may(hidden.permission()));
  }
}
