package dev.agentmailbox.service.message;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.message.MessageBody;
import dev.agentmailbox.mime.codes.CodesAndLinks;
import dev.agentmailbox.mime.html.RenderedMail;
import java.util.List;
import java.util.Map;

/**
 * A message as one caller sees it: whole, or, while it is held and the caller is a key, metadata
 * only.
 */
public record MessageView(Message message, MessageBody body) {
  private static final MessageBody NOTHING =
      new MessageBody(List.of(), null, null, null, null, Map.of());

  /** Omits the content. */
  @Override
  public String toString() {
    return "MessageView[" + message.id() + "]";
  }

  static MessageView of(Caller caller, Message message, MessageBody body) {
    return showsContent(caller, message)
        ? new MessageView(message, body)
        : new MessageView(metadata(message), NOTHING);
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

  /** What a person may look at. Made when asked. */
  public RenderedMail rendered() {
    return RenderedMail.of(body.text(), body.html());
  }

  /** The message as lists show it to that caller. */
  static Message item(Caller caller, Message message) {
    return showsContent(caller, message) ? message : metadata(message);
  }

  static boolean showsContent(Caller caller, Message message) {
    return !message.isHeld() || caller.isHuman();
  }

  private static Message metadata(Message held) {
    return held.withMail(held.mail().metadata());
  }
}
