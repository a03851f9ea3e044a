package dev.agentmailbox.service.sending.outcome;

import dev.agentmailbox.event.Event;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.service.event.SendEvents;
import dev.agentmailbox.service.notice.SendingNotices;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Records final outcomes of recipients, from an attempt or a report: events, counters and
 * suppressions, in the transaction that changes the recipients. The only caller of the {@link
 * Breaker}. Thread safe.
 */
public final class OutcomeLog {
  private final SendEvents events;
  private final CountedOutcomes counted;
  private final SendingNotices notices;
  private final Breaker breaker;

  public OutcomeLog(MailboxContext context) {
    this.events = new SendEvents(context);
    this.counted = new CountedOutcomes(context);
    this.notices = new SendingNotices(context);
    this.breaker = new Breaker(context);
  }

  /**
   * Counts of a hand-over in the same transaction.
   *
   * @param messages 1 when the send just became sent
   * @param recipients those accepted by a next hop
   */
  public record HandedOver(long messages, long recipients) {
    /** Nothing handed over. */
    static final HandedOver NOTHING = new HandedOver(0, 0);
  }

  /**
   * Records changes from a report.
   *
   * @param send current state, already written
   * @param changes recipients that just became final
   */
  void publish(
      StoreTransaction tx,
      Send send,
      List<RecipientChange> changes,
      Reporter reporter,
      Instant now) {
    long complaints = counted.complaints(changes, reporter);
    if (complaints == 0 && ended(changes, RecipientStatus.COMPLAINED).count() > 0) {
      notices.complaint(tx, send, now);
    }
    publish(tx, send, changes, HandedOver.NOTHING, complaints, now);
  }

  /**
   * Records changes from an attempt. Must be called last in its transaction, see {@link
   * Breaker#count}.
   */
  public void publish(
      StoreTransaction tx,
      Send send,
      List<RecipientChange> changes,
      HandedOver handedOver,
      Instant now) {
    publish(tx, send, changes, handedOver, 0, now);
  }

  private void publish(
      StoreTransaction tx,
      Send send,
      List<RecipientChange> changes,
      HandedOver handedOver,
      long countedComplaints,
      Instant now) {
    for (RecipientChange change : changes) {
      event(send, change).ifPresent(tx::publish);
      suppress(tx, send, change, now);
    }
    breaker.count(
        tx,
        send,
        new Breaker.Tally(
            handedOver.messages(),
            handedOver.recipients(),
            ended(changes, RecipientStatus.BOUNCED).count(),
            counted.bounces(tx, send, changes, now),
            ended(changes, RecipientStatus.COMPLAINED).count(),
            countedComplaints));
  }

  private static Stream<SendRecipient> ended(List<RecipientChange> changes, RecipientStatus how) {
    return changes.stream().map(RecipientChange::recipient).filter(r -> r.status() == how);
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
                  Optional.ofNullable(recipient.state().bounceType()).orElse(BounceType.PERMANENT),
                  change.status()));
      case REJECTED ->
          Optional.of(events.rejected(send, address, words.isEmpty() ? change.status() : words));
      case COMPLAINED -> Optional.of(events.complained(send, address));
      case PENDING, SENT -> Optional.empty();
    };
  }

  private static void suppress(
      StoreTransaction tx, Send send, RecipientChange change, Instant now) {
    String organization = send.scope().organizationId();
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
}
