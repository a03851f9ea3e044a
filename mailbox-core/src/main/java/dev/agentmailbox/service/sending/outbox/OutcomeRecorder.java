package dev.agentmailbox.service.sending.outbox;

import dev.agentmailbox.message.Direction;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.event.SendEvents;
import dev.agentmailbox.service.record.ContentRemoval;
import dev.agentmailbox.service.record.DraftRemoval;
import dev.agentmailbox.service.sending.outcome.OutcomeLog;
import dev.agentmailbox.service.sending.outcome.RecipientChange;
import dev.agentmailbox.service.work.MailLog;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Records the result of a hand-over in one transaction: recipients, status, the sender's copy,
 * contacts, the events and counters of {@link OutcomeLog}, and with the last of a round the answers
 * of requests that wait for it. Thread safe.
 */
final class OutcomeRecorder {
  /** Shortest wait before a busy transport is asked again. */
  private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

  private final MailboxContext context;
  private final SendEvents events;
  private final OutcomeLog log;
  private final OutboundCopy copies;
  private final DraftRemoval drafts;
  private final ContentRemoval content;
  private final RetrySchedule retries;
  private final SendWaiters waiters;
  private final Duration lease;

  OutcomeRecorder(
      MailboxContext context, RetrySchedule retries, SendWaiters waiters, Duration lease) {
    this.context = context;
    this.events = new SendEvents(context);
    this.log = new OutcomeLog(context);
    this.copies = new OutboundCopy(context);
    this.drafts = new DraftRemoval(context);
    this.content = new ContentRemoval(context);
    this.retries = retries;
    this.waiters = waiters;
    this.lease = lease;
  }

  /**
   * Records an attempt. If another process has claimed the send because this one stalled beyond its
   * lease, only accepted recipients are recorded.
   *
   * @param parsed the mail, for the sender's copy; empty when its content is missing
   * @return the current send
   */
  Send record(Send send, AttemptResult attempt, Optional<ParsedMessage> parsed) {
    Recorded recorded = recordAndAnswer(send, attempt, parsed);
    content.deleteUnnamed(recorded.contentKeys());
    log(recorded.send(), recorded.update());
    return recorded.send();
  }

  private Recorded recordAndAnswer(
      Send send, AttemptResult attempt, Optional<ParsedMessage> parsed) {
    boolean isLast = attempt.next() != AttemptResult.Next.MORE;
    List<SendWaiters.Watch> waiting = isLast ? waiters.take(send.id()) : List.of();
    @Nullable Send answered = null;
    try {
      Recorded recorded = context.write(tx -> record(tx, send, attempt, parsed, waiting));
      answered = recorded.isOurs() ? recorded.send() : null;
      return recorded;
    } finally {
      for (SendWaiters.Watch watch : waiting) {
        watch.end(answered);
      }
    }
  }

  private static void log(Send send, SendUpdate update) {
    for (RecipientChange change : update.changed()) {
      MailLog.settled(send, change.recipient(), change.status());
    }
    if (update.isOpen()) {
      MailLog.deferred(send, update.open(), send.times().nextAttemptAt());
    }
  }

  /**
   * What was recorded.
   *
   * @param isOurs whether no other process had claimed the send
   * @param contentKeys content of the draft the send was made from, now deleted
   */
  private record Recorded(Send send, SendUpdate update, boolean isOurs, List<String> contentKeys) {}

  private Recorded record(
      StoreTransaction tx,
      Send known,
      AttemptResult made,
      Optional<ParsedMessage> parsed,
      List<SendWaiters.Watch> waiting) {
    // Lock order: inbox before send.
    tx.inboxes().lock(known.scope(), known.inboxId());
    Send send = tx.sends().lock(known.scope(), known.id()).orElse(known);
    Instant now = context.now();
    boolean ours =
        send.attempts() == known.attempts()
            && Objects.equals(send.times().handedOverAt(), made.mark());
    AttemptResult attempt = ours ? made : made.onlyTaken();
    SendUpdate update = SendUpdate.of(send, attempt, now);
    int attempts =
        attempt.next() == AttemptResult.Next.LATER ? send.attempts() + 1 : send.attempts();
    Optional<Duration> wait =
        switch (attempt.next()) {
          case MORE -> Optional.of(lease);
          case LATER -> retries.after(attempts);
          case SOON -> Optional.of(SHORTEST_WAIT);
        };
    if (wait.isEmpty()) {
      update = update.givingUp(attempt, now);
    }
    boolean copyIsDue = send.messageId() == null && !update.changed().isEmpty();
    Send copied = copyIsDue && parsed.isPresent() ? copies.store(tx, send, parsed.get()) : send;
    var change = next(copied, update, now).change();
    if (ours) {
      change.attempts(attempts).handedOverAt(null).nextAttemptAt(nextTime(now, wait, update));
    }
    Send after = (update.isOpen() ? change : change.nextAttemptAt(null)).at(now);
    tx.sends().update(after);
    publish(tx, send, after, update, now);
    if (ours) {
      waiting.forEach(watch -> watch.answer(tx, after));
    }
    return new Recorded(after, update, ours, drafts.removeSent(tx, after));
  }

  private static Instant nextTime(Instant now, Optional<Duration> wait, SendUpdate update) {
    Duration schedule = wait.orElse(Duration.ZERO);
    return now.plus(update.notBefore().compareTo(schedule) > 0 ? update.notBefore() : schedule);
  }

  private static Send next(Send send, SendUpdate update, Instant now) {
    var change = send.change().recipients(update.recipients());
    if (send.status() == SendStatus.SENDING) {
      if (update.isAnyTaken()) {
        change.status(SendStatus.SENT).sentAt(now);
      } else if (!update.isOpen()) {
        change.status(SendStatus.FAILED);
      }
    }
    return change.at(now);
  }

  private void publish(
      StoreTransaction tx, Send before, Send after, SendUpdate update, Instant now) {
    List<String> taken =
        update.changed().stream()
            .map(RecipientChange::recipient)
            .filter(OutcomeRecorder::isTaken)
            .map(SendRecipient::address)
            .toList();
    boolean becameSent = before.status() != SendStatus.SENT && after.status() == SendStatus.SENT;
    if (becameSent) {
      tx.publish(events.sent(after, taken));
    }
    if (!taken.isEmpty()) {
      List<String> keys = taken.stream().map(a -> a.toLowerCase(Locale.ROOT)).toList();
      tx.contacts().note(after.scope(), Direction.OUTBOUND, keys, now);
    }
    OutcomeLog.HandedOver handedOver = new OutcomeLog.HandedOver(becameSent ? 1 : 0, taken.size());
    log.publish(tx, after, update.changed(), handedOver, now);
  }

  private static boolean isTaken(SendRecipient recipient) {
    return recipient.status() == RecipientStatus.SENT
        || recipient.status() == RecipientStatus.DELIVERED;
  }
}
