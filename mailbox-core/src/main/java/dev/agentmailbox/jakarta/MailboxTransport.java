package dev.agentmailbox.jakarta;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.port.IdempotencyStore;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.sending.WrittenRecipients;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.MailInput;
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
 * Sends a {@code MimeMessage} from an inbox, subject to the twelve checks, as the protocol {@value
 * #PROTOCOL}. The session property {@value #MAILBOX} holds the {@link Mailbox}. The user is the
 * inbox address, by default the author of the message; the password is an API key, by default the
 * embedding process sends.
 *
 * <p>Idempotent by Message-ID and recipients for seven days. Not thread safe, like every Jakarta
 * Mail transport.
 */
public final class MailboxTransport extends Transport {
  /** The protocol name. */
  public static final String PROTOCOL = "agentmailbox";

  /** The session property with the {@link Mailbox}. */
  public static final String MAILBOX = "mail.agentmailbox.mailbox";

  private static final Address[] NONE = {};

  /** Connection state. */
  private record Sender(Mailbox mailbox, Caller caller, @Nullable String inbox) {}

  private @Nullable Sender sender;

  /** Called by the session. */
  public MailboxTransport(Session session, URLName name) {
    super(session, name);
  }

  @Override
  protected boolean protocolConnect(
      @Nullable String host, int port, @Nullable String user, @Nullable String password)
      throws MessagingException {
    if (!(session.getProperties().get(MAILBOX) instanceof Mailbox mailbox)) {
      throw new MessagingException("the session has no Mailbox in its property " + MAILBOX);
    }
    Optional<Caller> caller =
        password == null
            ? Optional.of(mailbox.owner())
            : mailbox.accounts().authenticate(password).map(Caller.class::cast);
    // Without a user, Jakarta Mail passes the operating system's user name.
    String inbox = user != null && user.contains("@") ? user : null;
    sender = caller.map(who -> new Sender(mailbox, who, inbox)).orElse(null);
    return sender != null;
  }

  /**
   * Sends the message and waits up to two seconds for the hand-over.
   *
   * @throws HeldForApprovalException it waits for approval
   * @throws SendFailedException it was refused; the cause is a {@link MailboxException}
   * @throws MessagingException the message cannot be read, or the store is unavailable
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
    MailInput mail = mail(inbox(from, message), message, recipients);
    SendStatus status;
    String sendId = "";
    try {
      SendResult result =
          from.mailbox()
              .sends()
              .submitAndWait(from.caller(), mail, idempotency(from, message, mail));
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

  private static MailInput mail(String inbox, Message message, Recipients recipients)
      throws MessagingException {
    MimeContent content = MimeContent.of(message);
    MailInput.Builder mail =
        MailInput.from(inbox)
            .to(Recipients.texts(recipients.to()))
            .cc(Recipients.texts(recipients.cc()))
            .bcc(Recipients.texts(recipients.bcc()))
            .subject(message.getSubject())
            .text(content.text)
            .html(content.html);
    content.files.forEach(mail::attach);
    return mail.build();
  }

  /** An inbox can send only as itself: another author would be dropped silently. */
  private static String inbox(Sender from, Message message) throws MessagingException {
    Address[] authors = message.getFrom();
    String author =
        authors != null && authors.length == 1 && authors[0] instanceof InternetAddress one
            ? one.getAddress()
            : null;
    String inbox = from.inbox() != null ? from.inbox() : author;
    if (inbox == null || (authors != null && !inbox.equalsIgnoreCase(author))) {
      throw new MessagingException("From must be the address of the sending inbox");
    }
    return inbox;
  }

  /** Idempotency by Message-ID and recipients. */
  private static IdempotentRequest<SendResult> idempotency(
      Sender from, Message message, MailInput mail) throws MessagingException {
    String[] ids = message.getHeader("Message-ID");
    if (ids == null || ids.length != 1) {
      return IdempotentRequest.unkeyed();
    }
    MailInput.Content content = mail.content();
    WrittenRecipients given = mail.recipients();
    List<List<String>> recipients = List.of(given.to(), given.cc(), given.bcc());
    String organization = from.caller().scope().organizationId();
    return IdempotentRequest.keyed(
        organization,
        Sha256.hex(
            String.join("\n", PROTOCOL, organization, mail.inboxId(), ids[0]) + "\n" + recipients),
        Sha256.hex(
            String.join(
                "\0",
                String.valueOf(content.subject()),
                String.valueOf(content.text()),
                String.valueOf(content.html()),
                files(content))),
        result -> new IdempotencyStore.Answer(0, result.status().name()));
  }

  private static String files(MailInput.Content content) {
    StringBuilder all = new StringBuilder();
    content.attachments().forEach(f -> all.append(f.filename()).append('\0').append(f.content()));
    return all.toString();
  }

  @Override
  public synchronized void close() throws MessagingException {
    sender = null;
    super.close();
  }
}
