package dev.agentmailbox;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.LoggedEvent;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.mime.write.MimeWriter;
import dev.agentmailbox.mime.write.OutgoingMessage;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.service.event.EventFeed;
import dev.agentmailbox.service.inbox.Inboxes;
import dev.agentmailbox.service.message.LabelChange;
import dev.agentmailbox.service.message.MessageFilter;
import dev.agentmailbox.service.message.MessageView;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.MailInput;
import dev.agentmailbox.service.sending.SendResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The common operations in short form, for one caller. Thread safe.
 *
 * <p>Every method throws {@link dev.agentmailbox.error.MailboxException} when the request is
 * refused.
 */
public final class Agent {
  private static final MessageFilter UNREAD =
      new MessageFilter(
          List.of(Label.RECEIVED, Label.UNREAD),
          Set.of(),
          null,
          null,
          List.of(),
          List.of(),
          List.of());

  private final Mailbox mailbox;
  private final Caller caller;

  Agent(Mailbox mailbox, Caller caller) {
    this.mailbox = mailbox;
    this.caller = caller;
  }

  /** Creates an inbox with this username; see {@link Inboxes#create}. */
  public Inbox createInbox(String username) {
    return mailbox
        .inboxes()
        .create(caller, Inboxes.NewInbox.named(username), IdempotentRequest.unkeyed());
  }

  /** The inbox with this username, created when there is none; see {@link Inboxes#open}. */
  public Inbox openInbox(String username) {
    return mailbox.inboxes().open(caller, username);
  }

  /** The newest messages of an inbox, at most {@link PageRequest#DEFAULT_LIMIT}. */
  public List<Message> messages(Inbox inbox) {
    return list(inbox, MessageFilter.ALL);
  }

  /**
   * The newest received messages that are not marked as read, at most {@link
   * PageRequest#DEFAULT_LIMIT}.
   */
  public List<Message> unread(Inbox inbox) {
    return list(inbox, UNREAD);
  }

  private List<Message> list(Inbox inbox, MessageFilter filter) {
    return mailbox
        .messages()
        .list(caller, inbox.address(), filter, PageRequest.first(PageRequest.DEFAULT_LIMIT))
        .items();
  }

  /** Marks a message as read, so that {@link #unread} no longer has it. */
  public void markRead(Message message) {
    var unused =
        mailbox
            .labels()
            .update(
                caller,
                message.inboxId(),
                message.id(),
                new LabelChange(List.of(), List.of(Label.UNREAD)));
  }

  /** One message with its bodies. */
  public MessageView read(Message message) {
    return mailbox.messages().get(caller, message.inboxId(), message.id());
  }

  /** Sends a plain text message; returns when it was handed over, or after two seconds. */
  public SendResult send(Inbox inbox, String to, String subject, String text) {
    return submit(MailInput.from(inbox.address()).to(to).subject(subject).text(text).build());
  }

  /** Replies to the author of a message. */
  public SendResult reply(Message message, String text) {
    return submit(MailInput.reply(message.inboxId(), message.id()).text(text).build());
  }

  /** Sends any mail; see {@link MailInput}. */
  public SendResult submit(MailInput mail) {
    return mailbox.sends().submitAndWait(caller, mail, IdempotentRequest.unkeyed());
  }

  /** The retained events, oldest first, at most 1,000. */
  public List<Event> events() {
    return mailbox.events().poll(caller, EventFeed.EventQuery.ALL, null, 1_000).events().stream()
        .map(LoggedEvent::event)
        .toList();
  }

  /** Delivers an inbound message as if it had come by SMTP; for tests and demos. */
  public void deliver(String from, Inbox inbox, String subject, String text) {
    MailAddress sender = MailAddress.bare(from);
    OutgoingMessage mail =
        new OutgoingMessage(
            sender,
            sender,
            OutgoingMessage.Recipients.one(MailAddress.bare(inbox.address())),
            OutgoingMessage.Content.plain(subject, text),
            "<" + mailbox.context().ids().token() + "@" + sender.domain() + ">",
            mailbox.context().now(),
            OutgoingMessage.Ancestors.NONE,
            Map.of());
    MailReceiver.Envelope envelope =
        new MailReceiver.Envelope(from, List.of(inbox.address()), null, null, false);
    try (ContentStore.Spool spool = mailbox.receiver().spool()) {
      spool.out().write(new MimeWriter(mail).compose());
      mailbox.receiver().accept(envelope, spool);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (MailReceiver.ReceiveException e) {
      throw new IllegalStateException("the inbox does not accept mail: " + e.getMessage(), e);
    }
  }
}
