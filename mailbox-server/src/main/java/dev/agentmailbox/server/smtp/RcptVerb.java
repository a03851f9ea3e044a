package dev.agentmailbox.server.smtp;

import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.server.smtp.EnvelopePath.BadPath;
import dev.agentmailbox.service.work.MailLog;
import java.io.IOException;
import java.util.Locale;
import org.subethamail.smtp.DropConnectionException;
import org.subethamail.smtp.server.Session;

/** RCPT (RFC 5321 section 4.1.1.3). The receiver decides about each recipient. */
final class RcptVerb extends Verb {
  /** Maximum unknown recipients per connection; the last one is answered with 421. */
  static final int UNKNOWN_RECIPIENTS = 10;

  private static final String PREFIX = "TO:";
  private static final String SYNTAX = "501 5.5.4 Syntax: RCPT TO:<address>";

  private final SmtpSettings settings;
  private final MailReceiver receiver;

  RcptVerb(SmtpSettings settings, MailReceiver receiver, Conversations conversations) {
    super("RCPT", conversations);
    this.settings = settings;
    this.receiver = receiver;
  }

  @Override
  void answer(String argument, Session session, Conversation conversation)
      throws IOException, DropConnectionException {
    Transaction transaction = conversation.transaction();
    if (transaction == null) {
      session.sendResponse("503 5.5.1 MAIL first");
      return;
    }
    if (!argument.toUpperCase(Locale.ROOT).startsWith(PREFIX)) {
      session.sendResponse(SYNTAX);
      return;
    }
    EnvelopePath path;
    try {
      path = EnvelopePath.parse(argument.substring(PREFIX.length()));
    } catch (BadPath e) {
      session.sendResponse(e.isAddress() ? "501 5.1.3 Bad recipient address" : SYNTAX);
      return;
    }
    session.sendResponse(reply(path, transaction, conversation));
  }

  private String reply(EnvelopePath path, Transaction transaction, Conversation conversation)
      throws DropConnectionException {
    if (path.address().isEmpty()) {
      return "501 5.1.3 Bad recipient address";
    }
    if (!path.parameters().isEmpty()) {
      return "555 5.5.4 Unknown parameter";
    }
    if (!transaction.internationalized() && !path.isAscii()) {
      return "553 5.6.7 Needs SMTPUTF8";
    }
    String recipient = withDomain(path.address());
    if (transaction.has(recipient)) {
      return "250 2.1.5 Ok";
    }
    if (transaction.recipientCount() >= settings.limits().recipients()) {
      return "452 4.5.3 Too many recipients";
    }
    return judged(recipient, transaction, conversation);
  }

  private String judged(String recipient, Transaction transaction, Conversation conversation)
      throws DropConnectionException {
    MailReceiver.RecipientAnswer answer;
    conversation.suspendDeadline();
    try {
      answer = receiver.judge(recipient);
    } finally {
      conversation.waitAtMost(settings.limits().idle());
    }
    if (answer == MailReceiver.RecipientAnswer.ACCEPTED) {
      transaction.add(recipient);
      return "250 2.1.5 Ok";
    }
    String refusal =
        switch (answer) {
          case ACCEPTED, UNKNOWN -> "550 5.1.1 No such mailbox";
          case NOT_RECEIVING -> "550 5.2.1 Mailbox is not receiving";
          case FULL -> "452 4.2.2 Mailbox is full";
        };
    MailLog.refusedRecipient(transaction.returnPath(), recipient, codes(refusal));
    if (answer == MailReceiver.RecipientAnswer.UNKNOWN
        && conversation.countUnknownRecipient() >= UNKNOWN_RECIPIENTS) {
      throw new DropConnectionException(421, "4.7.0 Too many unknown recipients");
    }
    return refusal;
  }

  private String withDomain(String address) {
    return address.indexOf('@') < 0 ? address + "@" + settings.hostName() : address;
  }
}
