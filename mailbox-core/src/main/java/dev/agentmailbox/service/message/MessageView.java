package dev.agentmailbox.service.message;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.message.Extracted;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.message.MessageBody;
import dev.agentmailbox.mime.codes.CodesAndLinks;
import dev.agentmailbox.mime.html.RenderedMail;
import java.util.List;
import java.util.Map;

/**
 * A message as seen by one caller: complete, or metadata only while it is held and the caller is a
 * key.
 */
public record MessageView(Message message, MessageBody body) {
  private static final MessageBody NOTHING =
      new MessageBody(List.of(), null, null, null, null, Map.of(), Extracted.NONE);

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

  /** Codes and links of inbound mail; computed if the message was not searched on receipt. */
  public Extracted extracted() {
    if (message.direction() != Direction.INBOUND) {
      return Extracted.NONE;
    }
    Extracted found = body.extracted();
    return found == null ? CodesAndLinks.in(message.subject(), body.text(), body.html()) : found;
  }

  /** Rendering for human review; computed on each call. */
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
