package dev.agentmailbox.jakarta;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.port.IdempotencyStore;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.IdempotentRequest;
import dev.agentmailbox.service.sending.MailInput;
import dev.agentmailbox.service.sending.SendCommand;
import dev.agentmailbox.service.sending.SendResult;
import jakarta.mail.Address;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.SendFailedException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.URLName;
import jakarta.mail.event.TransportEvent;
import jakarta.mail.internet.InternetAddress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sends a {@code MimeMessage} from an inbox, by the twelve checks, as the protocol {@value
 * #PROTOCOL}. The session has the {@link Mailbox} as its property {@value #MAILBOX}. The user is
 * the address of the inbox, without one the author of the message is; the password is an API key,
 * without one the embedding process sends.
 *
 * <p>A Message-ID is sent once to the same recipients, in the seven days after. Like every
 * transport of Jakarta Mail, to be used by one thread at a time.
 */
public final class MailboxTransport extends Transport {
  /** The name to ask a session for. */
  public static final String PROTOCOL = "agentmailbox";

  /** The property of the session that holds the {@link Mailbox} itself. */
  public static final String MAILBOX = "mail.agentmailbox.mailbox";

  private static final Address[] NONE = {};

  /** A connection. */
  private record Sender(Mailbox mailbox, Caller caller, @Nullable String inbox) {}

  private @Nullable Sender sender;

  /** For the session, which makes it. */
  public MailboxTransport(Session session, URLName name) {
    super(session, name);
  }

  @Override
  protected boolean protocolConnect(
      @Nullable String host, int port, @Nullable String user, @Nullable String password)
      throws MessagingException {
    if (!(session.getProperties().get(MAILBOX) instanceof Mailbox mailbox)) {
      throw new MessagingException("the session has no Mailbox as " + MAILBOX);
    }
    Optional<Caller> caller =
        password == null
            ? Optional.of(mailbox.owner())
            : mailbox.accounts().authenticate(password).map(Caller.class::cast);
    // Without a user, Jakarta Mail gives the name of the machine's.
    String inbox = user != null && user.contains("@") ? user : null;
    sender = caller.map(who -> new Sender(mailbox, who, inbox)).orElse(null);
    return sender != null;
  }

  /**
   * Sends, and waits for the hand-over at most two seconds.
   *
   * @throws HeldForApprovalException it waits for a human
   * @throws SendFailedException it was refused; the cause is a {@link MailboxException}
   * @throws MessagingException it cannot be read, or the store is away
   */
  @Override
  public void sendMessage(Message message, Address[] addresses) throws MessagingException {
    Sender from = sender;
    if (from == null) {
      throw new IllegalStateException("not connected");
    }
    Recipients recipients = Recipients.of(message, addresses);
    try {
      submit(from, message, recipients);
    } catch (SendFailedException e) {
      notifyTransportListeners(
          TransportEvent.MESSAGE_NOT_DELIVERED,
          NONE,
          e.getValidUnsentAddresses(),
          e.getInvalidAddresses(),
          message);
      throw e;
    }
    notifyTransportListeners(
        TransportEvent.MESSAGE_DELIVERED, recipients.all(), NONE, NONE, message);
  }

  private static void submit(Sender from, Message message, Recipients recipients)
      throws MessagingException {
    SendCommand command = command(inbox(from, message), message, recipients);
    SendStatus status;
    String sendId = "";
    try {
      SendResult result =
          from.mailbox()
              .sends()
              .submitAndWait(from.caller(), command, idempotency(from, message, command));
      status = result.status();
      sendId = result.sendId();
    } catch (IdempotentRequest.Replay repeated) {
      status = SendStatus.valueOf(repeated.answer().body());
    } catch (MailboxException e) {
      throw recipients.refused(e, e.problems());
    } catch (StoreException e) {
      throw new MessagingException("the mail could not be stored", e);
    }
    if (status == SendStatus.PENDING_APPROVAL) {
      throw new HeldForApprovalException(sendId, recipients.all());
    }
  }

  private static SendCommand command(String inbox, Message message, Recipients recipients)
      throws MessagingException {
    MimeContent content = MimeContent.of(message);
    var command =
        SendCommand.send(inbox)
            .to(Recipients.texts(recipients.to()))
            .cc(Recipients.texts(recipients.cc()))
            .bcc(Recipients.texts(recipients.bcc()))
            .subject(message.getSubject())
            .text(content.text)
            .html(content.html);
    content.files.forEach(command::attach);
    return command.build();
  }

  /** An inbox sends as itself only: another author in the message would be left out silently. */
  private static String inbox(Sender from, Message message) throws MessagingException {
    Address[] authors = message.getFrom();
    String author =
        authors != null && authors.length == 1 && authors[0] instanceof InternetAddress one
            ? one.getAddress()
            : null;
    String inbox = from.inbox() != null ? from.inbox() : author;
    if (inbox == null || (authors != null && !inbox.equalsIgnoreCase(author))) {
      throw new MessagingException("the author has to be the inbox that sends");
    }
    return inbox;
  }

  /** One hand-over for the same Message-ID and recipients, as a caller with that key. */
  private static IdempotentRequest<SendResult> idempotency(
      Sender from, Message message, SendCommand command) throws MessagingException {
    String[] ids = message.getHeader("Message-ID");
    if (ids == null || ids.length != 1) {
      return IdempotentRequest.unkeyed();
    }
    MailInput mail = command.mail();
    MailInput.Recipients given = mail.recipients();
    List<List<String>> recipients = List.of(given.to(), given.cc(), given.bcc());
    String organization = from.caller().scope().organizationId();
    return IdempotentRequest.keyed(
        Sha256.hex(
            String.join("\n", PROTOCOL, organization, command.inboxId(), ids[0])
                + "\n"
                + recipients),
        Sha256.hex(
            String.join(
                "\0",
                String.valueOf(mail.subject()),
                String.valueOf(mail.text()),
                String.valueOf(mail.html()),
                files(mail))),
        result -> new IdempotencyStore.Answer(0, result.status().name()));
  }

  private static String files(MailInput mail) {
    StringBuilder all = new StringBuilder();
    mail.attachments().forEach(f -> all.append(f.filename()).append('\0').append(f.content()));
    return all.toString();
  }

  @Override
  public synchronized void close() throws MessagingException {
    sender = null;
    super.close();
  }
}
