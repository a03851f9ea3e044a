package dev.agentmailbox.service.sending.outbox;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.port.MailTransport.Reply;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendRecipient;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One round of one send: every open recipient is handed over once, group by group, and each group
 * is recorded before the next begins. Within a group each return path is a separate SMTP
 * transaction, over one connection where the transport keeps it; if the next hop is unavailable for
 * one, the others are not attempted.
 *
 * <p>Just before a final dot is written, its recipients are durably marked {@link
 * SendRecipient#IN_FLIGHT}, and those of the group accepted before it {@link
 * SendRecipient.ACCEPTED}. A later attempt that finds a mark knows that an attempt ended without a
 * record. Mail in flight may have been delivered: such a recipient is retried once with the same
 * Message-ID and return path, and then counts as sent but unconfirmed. Thread safe.
 */
final class SendAttempt {
  private static final Logger LOG = LoggerFactory.getLogger(SendAttempt.class);
  private static final Outcome CONTENT_LOST =
      Outcome.of(Kind.REJECTED, new Reply(0, null, "the stored message is missing"));

  /** RFC 5321 section 3.8: the server closes the connection, whatever the command was. */
  private static final int SERVICE_CLOSING = 421;

  private final MailboxContext context;
  private final Routing routing;
  private final MailTransport network;
  private final OutcomeRecorder recorder;
  private final MimeReader reader = new MimeReader();
  private final Duration length;

  SendAttempt(
      MailboxContext context,
      Routing routing,
      MailTransport network,
      OutcomeRecorder recorder,
      Duration length) {
    this.context = context;
    this.routing = routing;
    this.network = network;
    this.recorder = recorder;
    this.length = length;
  }

  /**
   * Runs the round.
   *
   * @param lease closed before a record sets when the send is due again
   * @return the recorded send
   * @throws IOException the content cannot be read now
   */
  Send run(Send send, Leases.Lease lease) throws IOException {
    Optional<RawMessage> content = context.store().content().find(send.mail().contentKey());
    if (content.isEmpty()) {
      LOG.error("send {}: content {} is missing", send.id(), send.mail().contentKey());
      Send answered = recordUnanswered(send, Optional.empty());
      lease.close();
      return recorder.record(answered, ended(answered, CONTENT_LOST), Optional.empty());
    }
    Optional<ParsedMessage> parsed =
        send.messageId() == null ? Optional.of(reader.read(content.get())) : Optional.empty();
    Send current = recordUnanswered(send, parsed);
    if (!current.findings().reasons().isEmpty()) {
      lease.close();
      return recorder.record(current, ended(current, refused(current)), parsed);
    }
    lease.follow(current);
    List<Routing.Group> groups = routing.groups(current, content.get());
    boolean wasBusy = false;
    boolean wasTried = false;
    for (int i = 0; i < groups.size(); i++) {
      Routing.Group group = groups.get(i);
      Mark mark = new Mark(current, lease);
      Map<String, Outcome> outcomes = handOver(group, mark);
      wasBusy |= outcomes.values().stream().anyMatch(o -> o.kind() == Kind.BUSY);
      wasTried |= outcomes.values().stream().anyMatch(SendAttempt::countsAsAttempt);
      AttemptResult.Next next = AttemptResult.Next.MORE;
      if (i + 1 == groups.size()) {
        // A recipient that waits for others to be retried waits as long as they do.
        next = wasBusy && !wasTried ? AttemptResult.Next.SOON : AttemptResult.Next.LATER;
        lease.close();
      }
      AttemptResult attempt = new AttemptResult(outcomes, group.transport(), mark.when(), next);
      current = recorder.record(current, attempt, parsed);
      lease.follow(current);
    }
    return current;
  }

  /** Whether it leaves the recipient open for a retry by the schedule. */
  private static boolean countsAsAttempt(Outcome outcome) {
    return outcome.kind() == Kind.TEMPORARY || outcome.kind() == Kind.UNKNOWN;
  }

  private Map<String, Outcome> handOver(Routing.Group group, Mark mark) {
    Map<String, Outcome> outcomes = new HashMap<>();
    for (OutboundMail mail : group.mails()) {
      Map<String, Outcome> answered = handOver(group.transport(), mail, mark);
      outcomes.putAll(answered);
      if (answered.values().stream().anyMatch(SendAttempt::isAbsence)) {
        // The remaining recipients come first in the next round.
        break;
      }
    }
    return outcomes;
  }

  private Map<String, Outcome> handOver(MailTransport transport, OutboundMail mail, Mark mark) {
    mark.begin(mail.recipients());
    Map<String, Outcome> answered = Map.of();
    try {
      answered = transport.handOver(mail, mark);
    } catch (RuntimeException failure) {
      LOG.warn("send {}: the hand-over failed", mail.sendId(), failure);
    }
    if (mark.isLost) {
      throw new LeaseLostException();
    }
    Outcome silence = Outcome.of(mark.isSet ? Kind.UNKNOWN : Kind.TEMPORARY, null);
    Map<String, Outcome> outcomes = new HashMap<>();
    for (String recipient : mail.recipients()) {
      outcomes.put(recipient, answered.getOrDefault(recipient, silence));
    }
    mark.answered(outcomes);
    return outcomes;
  }

  /**
   * Whether the next hop was busy or did not respond, so that it would be unavailable for the
   * others too.
   */
  private static boolean isAbsence(Outcome outcome) {
    Reply reply = outcome.reply();
    boolean silent = reply == null || reply.code() == 0 || reply.code() == SERVICE_CLOSING;
    return switch (outcome.kind()) {
      case BUSY, UNKNOWN -> true;
      case TEMPORARY -> silent;
      case ACCEPTED, RECIPIENT_REFUSED, REJECTED, MESSAGE_REFUSED -> false;
    };
  }

  private Send recordUnanswered(Send send, Optional<ParsedMessage> parsed) {
    if (send.times().handedOverAt() == null) {
      return send;
    }
    LOG.warn("send {}: an earlier attempt ended without a record", send.id());
    Map<String, Outcome> unrecorded = new HashMap<>();
    for (SendRecipient recipient : send.recipients()) {
      if (SendRecipient.IN_FLIGHT.equals(recipient.detail())) {
        unrecorded.put(recipient.address(), Outcome.of(Kind.UNKNOWN, null));
      } else if (SendRecipient.ACCEPTED.equals(recipient.detail())) {
        unrecorded.put(recipient.address(), Outcome.of(Kind.ACCEPTED, null));
      }
    }
    return recorder.record(
        send,
        new AttemptResult(
            unrecorded, network, send.times().handedOverAt(), AttemptResult.Next.MORE),
        parsed);
  }

  /** The checks before this attempt do not let the rest of the mail go. */
  private static Outcome refused(Send send) {
    String text = "not sent: " + String.join(", ", send.findings().reasons());
    return Outcome.of(Kind.REJECTED, new Reply(0, null, text));
  }

  /** Ends open recipients; those that may have the mail count as sent but unconfirmed. */
  private AttemptResult ended(Send send, Outcome end) {
    Map<String, Outcome> outcomes = new HashMap<>();
    Outcome mayHaveArrived = Outcome.of(Kind.UNKNOWN, null);
    for (SendRecipient recipient : send.recipients()) {
      outcomes.put(recipient.address(), recipient.state().resent() ? mayHaveArrived : end);
    }
    return new AttemptResult(
        outcomes, network, send.times().handedOverAt(), AttemptResult.Next.LATER);
  }

  /** Durably records that a final dot is about to be written. */
  private final class Mark implements Runnable {
    private final Send send;
    private final Leases.Lease lease;
    private final Set<String> accepted = new HashSet<>();
    private List<String> recipients = List.of();
    private volatile boolean isSet;
    private volatile boolean isLost;

    /** As it was last read or written. */
    private Send known;

    Mark(Send send, Leases.Lease lease) {
      this.send = send;
      this.known = send;
      this.lease = lease;
    }

    /** Sets the recipients of the next final dot. */
    synchronized void begin(List<String> next) {
      recipients = next;
      isSet = false;
    }

    /**
     * Records outcomes; accepted recipients are persisted with the next mark or with the group's
     * record.
     */
    synchronized void answered(Map<String, Outcome> outcomes) {
      outcomes.forEach(
          (recipient, outcome) -> {
            if (outcome.kind() == Kind.ACCEPTED) {
              accepted.add(recipient);
            }
          });
    }

    /** The mark on the row unless another process has claimed it; null for none. */
    synchronized @Nullable Instant when() {
      return known.times().handedOverAt();
    }

    /** Synchronized, because a transport may hand over to several next hops in parallel. */
    @Override
    public synchronized void run() {
      Instant now = context.now();
      Optional<Send> marked = context.write(tx -> set(tx, now));
      if (marked.isEmpty()) {
        isLost = true;
        throw new LeaseLostException();
      }
      known = marked.get();
      lease.marked(now);
      isSet = true;
    }

    private Optional<Send> set(StoreTransaction tx, Instant now) {
      Send marked = marked(known, now);
      if (tx.sends().replace(known, marked)) {
        return Optional.of(marked);
      }
      Send row = tx.sends().lock(send.scope(), send.id()).orElse(send);
      if (!isStillOurs(row)) {
        return Optional.empty();
      }
      marked = marked(row, now);
      tx.sends().update(marked);
      return Optional.of(marked);
    }

    private Send marked(Send row, Instant now) {
      return row.change()
          .recipients(row.recipients().stream().map(r -> mark(r, now)).toList())
          .handedOverAt(now)
          .nextAttemptAt(now.plus(length))
          .at(now);
    }

    /** Whether no other process has claimed the send because this one stalled. */
    private boolean isStillOurs(Send row) {
      return row.attempts() == send.attempts()
          && Objects.equals(row.times().handedOverAt(), when())
          && row.recipients().stream()
              .filter(r -> recipients.contains(r.address()))
              .allMatch(r -> r.status() == RecipientStatus.PENDING);
    }

    /**
     * The recipients of the next final dot are in flight; those of an earlier one no longer are,
     * because their outcome is known.
     */
    private SendRecipient mark(SendRecipient recipient, Instant now) {
      boolean isNext = recipients.contains(recipient.address());
      boolean wasInFlight = SendRecipient.IN_FLIGHT.equals(recipient.detail());
      if (recipient.status() != RecipientStatus.PENDING || !(isNext || wasInFlight)) {
        return recipient;
      }
      boolean isAccepted = accepted.contains(recipient.address());
      String outcome = isAccepted ? SendRecipient.ACCEPTED : null;
      return recipient.become(
          RecipientStatus.PENDING,
          recipient.state().bounceType(),
          isNext ? SendRecipient.IN_FLIGHT : outcome,
          now);
    }
  }

  /** Another process has claimed this send. */
  private static final class LeaseLostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LeaseLostException() {
      super("the lease of the send was lost");
    }
  }
}
