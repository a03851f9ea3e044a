package dev.agentmailbox.service.intake;

import dev.agentmailbox.event.EventMember;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Classification;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.message.MessageContent;
import dev.agentmailbox.message.MessageOrigin;
import dev.agentmailbox.message.StoredMail;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.message.MessageStore.MessageRange;
import dev.agentmailbox.port.message.ThreadStore.KnownReference;
import dev.agentmailbox.service.intake.Recipients.Purpose;
import dev.agentmailbox.service.message.MessageFiling;
import dev.agentmailbox.service.message.Threading;
import dev.agentmailbox.service.record.EventBuilder;
import dev.agentmailbox.usage.Counter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Decides on an inbound mail for one inbox and writes the result. */
final class InboxDelivery {
  /** How long repeated deliveries are deduplicated. */
  static final Duration RECEIPT_KEPT = Duration.ofDays(7);

  /** Most wake-ups of a thread within {@link #WAKE_WINDOW}. */
  private static final int MAX_WAKES = 10;

  private static final Duration WAKE_WINDOW = Duration.ofHours(24);

  private final MailboxContext context;
  private final MessageFiling filing;
  private final StoreTransaction tx;
  private final InboundMail mail;
  private final Inbox inbox;
  private final Purpose purpose;
  private Instant now;

  InboxDelivery(
      MailboxContext context, StoreTransaction tx, InboundMail mail, Inbox inbox, Purpose purpose) {
    this.context = context;
    this.filing = new MessageFiling(context);
    this.tx = tx;
    this.mail = mail;
    this.inbox = inbox;
    this.purpose = purpose;
    this.now = context.now();
  }

  /**
   * Stores the message.
   *
   * @return false for a repeated delivery; then nothing was done
   */
  boolean store() {
    String receipt = inbox.address() + ' ' + mail.raw().receiptHash();
    if (!tx.receipts().note(inbox.organizationId(), receipt, now, now.plus(RECEIPT_KEPT))) {
      return false;
    }
    InboundDecision.Rules rules = InboundDecision.Rules.of(tx, mail, inbox);
    lockInbox();
    Optional<Threading.Found> found = Threading.find(tx, inbox.scope(), mail.parsed(), now);
    List<KnownReference> named = found.map(Threading.Found::named).orElse(List.of());
    InboundDecision decision = InboundDecision.of(tx, mail, inbox, purpose, rules, named);
    String threadId =
        found.map(Threading.Found::threadId).orElseGet(() -> context.ids().next(IdPrefix.THREAD));
    Message message = message(threadId, decision);
    boolean wakes = found.isEmpty() ? wakes(decision) : wakes(decision) && mayWake(threadId);
    write(message, found.isEmpty());
    publish(message, decision, wakes);
    return true;
  }

  /**
   * Adds the stored bytes, which locks the inbox and serializes its deliveries: each sees the
   * threads of earlier ones and has a later timestamp.
   */
  private void lockInbox() {
    if (!tx.inboxes().addStoredBytes(inbox.scope(), mail.raw().size())) {
      throw new InboxGoneException();
    }
    now = context.now();
  }

  private Message message(String threadId, InboundDecision decision) {
    ParsedMessage parsed = mail.parsed();
    MessageContent content =
        new MessageContent(
            mail.preview(), filing.attachments(parsed), mail.raw().size(), mail.raw().contentKey());
    MessageOrigin origin =
        MessageOrigin.received(
            mail.envelope().returnPath(),
            mail.evidence().authentication(),
            decision.classification(),
            decision.holdReasons());
    return new Message(
        context.ids().next(IdPrefix.MESSAGE),
        inbox.scope(),
        threadId,
        decision.labels(),
        new StoredMail(parsed.headers(), content, origin),
        now,
        now);
  }

  private void write(Message message, boolean startsThread) {
    filing.file(tx, message, mail.filed(), startsThread, false);
    if (mail.evidence().trustsAuthor()) {
      MessageFiling.noteAuthor(tx, message, now);
    }
    tx.count(
        inbox.organizationId(),
        inbox.podId(),
        inbox.address(),
        context.today(),
        Counter.RECEIVED,
        1);
  }

  private void publish(Message message, InboundDecision decision, boolean wakes) {
    MailAddress from = message.author();
    String author = from == null ? "" : from.lowerDomain();
    List<String> labels = List.copyOf(message.labels());
    EventType type =
        switch (decision.classification()) {
          case SPAM -> EventType.MESSAGE_RECEIVED_SPAM;
          case BLOCKED -> EventType.MESSAGE_RECEIVED_BLOCKED;
          case NORMAL, AUTOMATIC -> EventType.MESSAGE_RECEIVED;
        };
    tx.publish(
        EventBuilder.of(context, type, now, message)
            .with(EventMember.FROM, author)
            .with(EventMember.LABELS, labels)
            .with(EventMember.HELD, decision.held())
            .with(EventMember.CLASSIFICATION, decision.classification().wireName())
            .wakes(wakes)
            .build());
    if (decision.held()) {
      tx.publish(
          EventBuilder.of(context, EventType.MESSAGE_HELD, now, message)
              .with(EventMember.FROM, author)
              .with(EventMember.LABELS, labels)
              .with(EventMember.REASONS, decision.holdReasons())
              .wakes(false)
              .build());
    }
  }

  /** Normal mail addressed to this inbox; the wake limit of its thread is checked separately. */
  private boolean wakes(InboundDecision decision) {
    return purpose == Purpose.MAIL
        && decision.classification() == Classification.NORMAL
        && !decision.held()
        && isAddressed();
  }

  /** In To, or named nowhere (Bcc). */
  private boolean isAddressed() {
    ParsedMessage parsed = mail.parsed();
    boolean inTo = parsed.headers().to().stream().anyMatch(this::isThisInbox);
    boolean inCc = parsed.headers().cc().stream().anyMatch(this::isThisInbox);
    return inTo || !inCc;
  }

  private boolean isThisInbox(MailAddress address) {
    return MailAddress.withoutTag(address.key()).equals(inbox.address());
  }

  private boolean mayWake(String threadId) {
    MessageRange recent =
        new MessageRange(
            Hidden.visibleBits(List.of()), Label.RECEIVED, threadId, now.minus(WAKE_WINDOW), null);
    long wakes =
        tx.messages().range(inbox.scope(), recent, PageRequest.first(MAX_WAKES)).stream()
            .filter(message -> message.origin().classification() == Classification.NORMAL)
            .count();
    return wakes < MAX_WAKES;
  }

  /** The inbox was deleted after its recipient was accepted. */
  static final class InboxGoneException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
