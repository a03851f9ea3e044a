package dev.agentmailbox.flow.outcome;

import dev.agentmailbox.event.Event;
import dev.agentmailbox.flow.SendEvents;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.usage.Counter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Tells what became of recipients, whether an attempt or a later report brought it: events, counts
 * and suppressions, in the transaction that changes the recipients. The one place to ask whether an
 * organization bounces too much. Thread safe.
 */
public final class OutcomeLog {
  private final MailboxContext context;
  private final SendEvents events;

  public OutcomeLog(MailboxContext context) {
    this.context = context;
    this.events = new SendEvents(context);
  }

  /**
   * Tells of every change once.
   *
   * @param send as it is now, already written
   * @param changes recipients that reached an end just now
   */
  public void tell(StoreTransaction tx, Send send, List<RecipientChange> changes, Instant now) {
    for (RecipientChange change : changes) {
      event(send, change).ifPresent(tx::publish);
      suppress(tx, send, change, now);
    }
    count(tx, send, changes, RecipientStatus.BOUNCED, Counter.BOUNCED);
    count(tx, send, changes, RecipientStatus.COMPLAINED, Counter.COMPLAINED);
  }

  private Optional<Event> event(Send send, RecipientChange change) {
    SendRecipient recipient = change.recipient();
    String address = recipient.address();
    String words = Optional.ofNullable(recipient.detail()).orElse("");
    return switch (recipient.status()) {
      case DELIVERED -> Optional.of(events.delivered(send, address));
      case BOUNCED ->
          Optional.of(
              events.bounced(
                  send,
                  address,
                  Optional.ofNullable(recipient.bounceType()).orElse(BounceType.PERMANENT),
                  change.status()));
      case REJECTED ->
          Optional.of(events.rejected(send, address, words.isEmpty() ? change.status() : words));
      case COMPLAINED -> Optional.of(events.complained(send, address));
      case PENDING, SENT -> Optional.empty();
    };
  }

  private static void suppress(
      StoreTransaction tx, Send send, RecipientChange change, Instant now) {
    String organization = send.organizationId();
    String address = change.recipient().address();
    switch (change.recipient().status()) {
      case COMPLAINED -> Suppression.add(tx, organization, address, "complained", now);
      case BOUNCED -> {
        boolean suppress =
            switch (change.address()) {
              case DEAD -> true;
              case FULL -> Suppression.isFullTooOften(tx, organization, address, now);
              case NONE -> false;
            };
        if (suppress) {
          Suppression.add(tx, organization, address, "bounced " + change.status(), now);
        }
      }
      case PENDING, SENT, DELIVERED, REJECTED -> {}
    }
  }

  private void count(
      StoreTransaction tx,
      Send send,
      List<RecipientChange> changes,
      RecipientStatus status,
      Counter counter) {
    long amount = changes.stream().filter(c -> c.recipient().status() == status).count();
    if (amount > 0) {
      tx.count(
          send.organizationId(), send.podId(), send.inboxId(), context.today(), counter, amount);
    }
  }
}
