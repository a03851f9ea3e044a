package dev.agentmailbox.operation;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.message.MessageBody;
import dev.agentmailbox.mime.CodesAndLinks;
import java.util.List;
import java.util.Map;

/**
 * A message as one caller sees it: whole, or, while it is held and the caller is a key, metadata
 * only.
 */
public record MessageView(Message message, MessageBody body) {
  private static final MessageBody NOTHING =
      new MessageBody(List.of(), null, null, null, null, Map.of());

  /** Says nothing of the content. */
  @Override
  public String toString() {
    return "MessageView[" + message.id() + "]";
  }

  static MessageView of(Caller caller, Message message, MessageBody body) {
    return showsContent(caller, message)
        ? new MessageView(message, body)
        : new MessageView(withoutContent(message), NOTHING);
  }

  /** One-time codes in mail that came in, at most ten. Looked for when asked. */
  public List<CodesAndLinks.Code> codes() {
    return message.direction() == Direction.INBOUND
        ? CodesAndLinks.codes(message.subject(), body.text(), body.html())
        : List.of();
  }

  /** Links of mail that came in which confirm or let in, at most ten. Looked for when asked. */
  public List<CodesAndLinks.Link> links() {
    return message.direction() == Direction.INBOUND
        ? CodesAndLinks.links(message.subject(), body.text(), body.html())
        : List.of();
  }

  /** The message as lists show it to that caller. */
  static Message item(Caller caller, Message message) {
    return showsContent(caller, message) ? message : withoutContent(message);
  }

  static boolean showsContent(Caller caller, Message message) {
    return !message.isHeld() || caller.isHuman();
  }

  private static Message withoutContent(Message held) {
    List<Attachment> nameless =
        held.attachments().stream()
            .map(
                a ->
                    new Attachment(
                        a.id(), a.partPath(), null, a.size(), a.contentType(), null, null))
            .toList();
    return new Message(
        held.id(),
        held.organizationId(),
        held.podId(),
        held.inboxId(),
        held.threadId(),
        held.rfcMessageId(),
        held.direction(),
        held.labels(),
        held.from(),
        held.to(),
        held.cc(),
        held.bcc(),
        null,
        null,
        nameless,
        held.inReplyTo(),
        held.references(),
        held.size(),
        held.classification(),
        held.authentication(),
        held.sendId(),
        held.contentKey(),
        held.envelopeSender(),
        held.createdAt(),
        held.updatedAt());
  }
}
