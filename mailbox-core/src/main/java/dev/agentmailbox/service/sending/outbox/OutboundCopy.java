package dev.agentmailbox.service.sending.outbox;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.message.Extracted;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.message.MessageBody;
import dev.agentmailbox.message.MessageContent;
import dev.agentmailbox.message.MessageOrigin;
import dev.agentmailbox.message.StoredMail;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.mime.reply.ReplyText;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.message.ThreadStore.KnownReference;
import dev.agentmailbox.sending.RecipientRole;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.service.message.MessageFiling;
import dev.agentmailbox.service.message.MessageFiling.Filed;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Stores the sender's copy of a handed-over mail. Thread safe. */
final class OutboundCopy {
  private final MailboxContext context;
  private final MessageFiling filing;

  OutboundCopy(MailboxContext context) {
    this.context = context;
    this.filing = new MessageFiling(context);
  }

  /**
   * Writes message, thread, search words and sizes.
   *
   * @param isNew whether no claim has registered the Message-ID
   * @return the send with message and thread; unchanged when the inbox was deleted
   */
  Send store(StoreTransaction tx, Send send, ParsedMessage parsed, boolean isNew) {
    Scope inbox = send.scope();
    if (!tx.inboxes().addStoredBytes(inbox, send.mail().size())) {
      return send;
    }
    Instant now = context.now();
    Optional<String> registered =
        isNew || send.thread().isPresent() ? Optional.empty() : registered(tx, inbox, send);
    Optional<String> known = send.thread().or(() -> registered);
    String threadId = known.orElseGet(() -> context.ids().next(IdPrefix.THREAD));
    Message message = message(send, threadId, parsed, now);
    filing.file(
        tx,
        message,
        Filed.of(message.headers(), send.mail().subject(), body(parsed)),
        known.isEmpty(),
        registered.isPresent());
    return send.change().filed(message.id(), message.threadId()).at(now);
  }

  /** The thread of the Message-ID; none when the thread was deleted since the claim. */
  private static Optional<String> registered(StoreTransaction tx, Scope inbox, Send send) {
    return tx.threads().known(inbox, List.of(send.mail().rfcMessageId())).stream()
        .map(KnownReference::threadId)
        .findFirst();
  }

  private Message message(Send send, String threadId, ParsedMessage parsed, Instant now) {
    Set<String> labels = new HashSet<>(send.mail().labels());
    labels.add(Label.SENT);
    return new Message(
        context.ids().next(IdPrefix.MESSAGE),
        send.scope(),
        threadId,
        labels,
        new StoredMail(
            parsed.headers().withBcc(bcc(send)),
            new MessageContent(
                ReplyText.preview(parsed.text()),
                filing.attachments(parsed),
                send.mail().size(),
                send.mail().contentKey()),
            MessageOrigin.sent(send.mail().envelopeSender(), send.id())),
        now,
        now);
  }

  private static MessageBody body(ParsedMessage parsed) {
    return new MessageBody(
        parsed.replyTo(),
        parsed.text(),
        parsed.html(),
        null,
        null,
        parsed.headerMap(),
        Extracted.NONE);
  }

  /** Bcc recipients, which only the sender's copy shows. */
  private static List<MailAddress> bcc(Send send) {
    return send.recipients().stream()
        .filter(r -> r.role() == RecipientRole.BCC)
        .map(SendRecipient::address)
        .map(MailAddress::bare)
        .toList();
  }
}
