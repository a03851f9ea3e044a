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
import dev.agentmailbox.service.message.LinkDomains;
import dev.agentmailbox.service.record.ContentRemoval;
import dev.agentmailbox.service.record.DraftRemoval;
import dev.agentmailbox.service.sending.outcome.OutcomeLog;
import dev.agentmailbox.service.sending.outcome.RecipientChange;
import dev.agentmailbox.service.sending.release.Evidence;
import dev.agentmailbox.service.work.MailLog;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
  private final RelayRetrySchedule retries;
  private final SendWaiters waiters;
  private final Duration lease;

  OutcomeRecorder(
      MailboxContext context, RelayRetrySchedule retries, SendWaiters waiters, Duration lease) {
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
    finish(recorded);
    return recorded.send();
  }

  /** Writes a send that was just released, with its outcome. */
  Recorded record(StoreTransaction tx, Send released, AttemptResult attempt, ParsedMessage parsed) {
    return record(tx, released, released, attempt, Optional.of(parsed), List.of(), true);
  }

  /** What is left to do when a record is durable. */
  void finish(Recorded recorded) {
    content.deleteUnnamed(recorded.contentKeys());
    log(recorded.send(), recorded.changes());
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

  private static void log(Send send, List<RecipientChange> changes) {
    for (RecipientChange change : changes) {
      MailLog.settled(send, change.recipient(), change.status());
    }
    if (!send.open().isEmpty()) {
      MailLog.deferred(send, send.open().size(), send.times().nextAttemptAt());
    }
  }

  /**
   * What was recorded.
   *
   * @param changes the recipients that became final
   * @param isOurs whether no other process had claimed the send
   * @param contentKeys content of the draft the send was made from, now deleted
   */
  record Recorded(
      Send send, List<RecipientChange> changes, boolean isOurs, List<String> contentKeys) {}

  private Recorded record(
      StoreTransaction tx,
      Send known,
      AttemptResult made,
      Optional<ParsedMessage> parsed,
      List<SendWaiters.Watch> waiting) {
    // Lock order: inbox before send.
    tx.inboxes().lock(known.scope(), known.inboxId());
    Send send = tx.sends().lock(known.scope(), known.id()).orElse(known);
    return record(tx, known, send, made, parsed, waiting, false);
  }

  private Recorded record(
      StoreTransaction tx,
      Send known,
      Send send,
      AttemptResult made,
      Optional<ParsedMessage> parsed,
      List<SendWaiters.Watch> waiting,
      boolean isNew) {
    Instant now = context.now();
    boolean ours =
        send.attempts() == known.attempts()
            && Objects.equals(send.times().handedOverAt(), made.mark());
    AttemptResult attempt = ours ? made : made.onlyAccepted();
    int attempts =
        attempt.next() == AttemptResult.Next.LATER ? send.attempts() + 1 : send.attempts();
    Optional<Duration> wait =
        switch (attempt.next()) {
          case MORE -> Optional.of(lease);
          case LATER -> retries.after(attempts);
          case SOON -> Optional.of(SHORTEST_WAIT);
        };
    List<RecipientChange> changes = new ArrayList<>();
    List<SendRecipient> recipients = attempt.applyTo(send.recipients(), changes, now);
    if (wait.isEmpty()) {
      recipients = attempt.giveUp(recipients, changes, now);
    }
    boolean copyIsDue = send.messageId() == null && !changes.isEmpty();
    Send copied =
        copyIsDue && parsed.isPresent() ? copies.store(tx, send, parsed.get(), isNew) : send;
    Send updated = next(copied, recipients, now);
    var change = updated.change();
    if (ours) {
      Instant due = nextTime(now, wait, attempt.notBefore(updated.open()));
      change.attempts(attempts).handedOverAt(null).nextAttemptAt(due);
    }
    Send after = (updated.open().isEmpty() ? change.nextAttemptAt(null) : change).at(now);
    if (isNew) {
      tx.sends().insert(after);
    } else {
      tx.sends().update(after);
    }
    publish(tx, send, after, changes, now);
    noteContacts(tx, after, changes, parsed);
    if (ours) {
      waiting.forEach(watch -> watch.answer(tx, after));
    }
    return new Recorded(after, changes, ours, drafts.removeSent(tx, after));
  }

  private static Instant nextTime(Instant now, Optional<Duration> wait, Duration notBefore) {
    Duration schedule = wait.orElse(Duration.ZERO);
    return now.plus(notBefore.compareTo(schedule) > 0 ? notBefore : schedule);
  }

  private static Send next(Send send, List<SendRecipient> recipients, Instant now) {
    var change = send.change().recipients(recipients);
    if (send.status() == SendStatus.SENDING) {
      if (recipients.stream().anyMatch(OutcomeRecorder::isAccepted)) {
        change.status(SendStatus.SENT).sentAt(now);
      } else if (recipients.stream().noneMatch(r -> r.status() == RecipientStatus.PENDING)) {
        change.status(SendStatus.FAILED);
      }
    }
    return change.at(now);
  }

  private void publish(
      StoreTransaction tx, Send before, Send after, List<RecipientChange> changes, Instant now) {
    List<String> accepted = accepted(changes);
    boolean becameSent = before.status() != SendStatus.SENT && after.status() == SendStatus.SENT;
    if (becameSent) {
      tx.publish(events.sent(after, accepted));
    }
    OutcomeLog.HandedOver handedOver =
        new OutcomeLog.HandedOver(becameSent ? 1 : 0, accepted.size());
    log.publish(tx, after, changes, handedOver, now);
  }

  private static List<String> accepted(List<RecipientChange> changes) {
    return changes.stream()
        .map(RecipientChange::recipient)
        .filter(OutcomeRecorder::isAccepted)
        .map(SendRecipient::address)
        .toList();
  }

  /** Notes the recipients and, of a mail that a human approved in spite of them, its links. */
  private void noteContacts(
      StoreTransaction tx,
      Send send,
      List<RecipientChange> changes,
      Optional<ParsedMessage> parsed) {
    List<String> keys = new ArrayList<>();
    accepted(changes).forEach(address -> keys.add(address.toLowerCase(Locale.ROOT)));
    if (keys.isEmpty()) {
      return;
    }
    if (send.decision().isPresent() && send.findings().flags().contains(Evidence.LINK_FROM_MAIL)) {
      parsed.ifPresent(
          mail ->
              LinkDomains.of(mail, context.settings().registrableDomains()).stream()
                  .map(LinkDomains::contact)
                  .forEach(keys::add));
    }
    tx.contacts().note(send.scope(), Direction.OUTBOUND, keys, context.now());
  }

  /** Whether a next hop has accepted responsibility for it. */
  private static boolean isAccepted(SendRecipient recipient) {
    return switch (recipient.status()) {
      case SENT, DELIVERED, COMPLAINED -> true;
      case PENDING, BOUNCED, REJECTED -> false;
    };
  }
}
