package dev.agentmailbox.service.sending.outbox;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.mime.read.ParsedMessage;
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
 * is recorded before the next begins. Within a group each return path is a transaction of its own,
 * over one connection where the transport keeps it; when the next hop is not there for one, it is
 * not asked for the others.
 *
 * <p>Just before a final dot is written, the recipients it is for are marked {@link
 * SendRecipient#IN_FLIGHT} durably, and those of the group that were taken before it {@link
 * SendRecipient#TAKEN}. A later attempt that finds a mark knows that an attempt ended without a
 * record. Mail in flight may have arrived: such a recipient is tried once more, with the same
 * Message-ID and return path, and then counts as sent though unconfirmed. Thread safe.
 */
final class SendAttempt {
  private static final Logger LOG = LoggerFactory.getLogger(SendAttempt.class);
  private static final Outcome CONTENT_LOST =
      Outcome.of(Kind.REJECTED, new Reply(0, null, "the stored message is missing"));

  /** RFC 5321 section 3.8: the server ends the connection, whatever was asked. */
  private static final int SERVICE_CLOSING = 421;

  private final MailboxContext context;
  private final Routing routing;
  private final HandOverRoute network;
  private final OutcomeRecorder recorder;
  private final MimeReader reader = new MimeReader();
  private final Duration length;

  SendAttempt(
      MailboxContext context,
      Routing routing,
      HandOverRoute network,
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
   * @param lease closed before what is recorded says when the send is due again
   * @return the send as recorded
   * @throws IOException the content cannot be read now
   */
  Send run(Send send, Leases.Lease lease) throws IOException {
    Optional<RawMessage> content = context.store().content().find(send.mail().contentKey());
    if (content.isEmpty()) {
      LOG.error("send {}: content {} is missing", send.id(), send.mail().contentKey());
      Send answered = recordUnanswered(send, Optional.empty());
      lease.close();
      return recorder.record(answered, lost(answered), Optional.empty());
    }
    Optional<ParsedMessage> parsed =
        send.messageId() == null ? Optional.of(reader.read(content.get())) : Optional.empty();
    Send current = recordUnanswered(send, parsed);
    lease.follow(current);
    List<Routing.Group> groups = routing.groups(current);
    boolean wasBusy = false;
    boolean wasTried = false;
    for (int i = 0; i < groups.size(); i++) {
      Routing.Group group = groups.get(i);
      Mark mark = new Mark(current, lease);
      Map<String, Outcome> outcomes = handOver(current.id(), group, content.get(), mark);
      wasBusy |= outcomes.values().stream().anyMatch(o -> o.kind() == Kind.BUSY);
      wasTried |= outcomes.values().stream().anyMatch(SendAttempt::isAnAttempt);
      AttemptResult.Next next = AttemptResult.Next.MORE;
      if (i + 1 == groups.size()) {
        // One that waits for others to be tried again waits as long as they do.
        next = wasBusy && !wasTried ? AttemptResult.Next.SOON : AttemptResult.Next.LATER;
        lease.close();
      }
      AttemptResult attempt = new AttemptResult(outcomes, group.route(), mark.when(), next);
      current = recorder.record(current, attempt, parsed);
      lease.follow(current);
    }
    return current;
  }

  /** Whether it leaves the recipient open, to be tried again by the schedule. */
  private static boolean isAnAttempt(Outcome outcome) {
    return outcome.kind() == Kind.TEMPORARY || outcome.kind() == Kind.UNKNOWN;
  }

  private Map<String, Outcome> handOver(
      String sendId, Routing.Group group, RawMessage content, Mark mark) {
    Map<String, Outcome> outcomes = new HashMap<>();
    for (Routing.Part part : group.parts()) {
      OutboundMail mail = new OutboundMail(part.returnPath(), part.recipients(), content, sendId);
      Map<String, Outcome> answered = handOver(group.route(), mail, mark);
      outcomes.putAll(answered);
      if (answered.values().stream().anyMatch(SendAttempt::isAbsence)) {
        // The others keep their place, and come first in the next round.
        break;
      }
    }
    return outcomes;
  }

  private Map<String, Outcome> handOver(HandOverRoute route, OutboundMail mail, Mark mark) {
    mark.begin(mail.recipients());
    Map<String, Outcome> answered = Map.of();
    try {
      answered = route.handOver(mail, mark);
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

  /** Whether the next hop was busy, or said nothing: it would not be there for others either. */
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
      } else if (SendRecipient.TAKEN.equals(recipient.detail())) {
        unrecorded.put(recipient.address(), Outcome.of(Kind.ACCEPTED, null));
      }
    }
    return recorder.record(
        send,
        new AttemptResult(
            unrecorded, network, send.times().handedOverAt(), AttemptResult.Next.MORE),
        parsed);
  }

  /** Nothing can be tried any more: who may have the mail counts as sent though unconfirmed. */
  private AttemptResult lost(Send send) {
    Map<String, Outcome> outcomes = new HashMap<>();
    Outcome mayHaveArrived = Outcome.of(Kind.UNKNOWN, null);
    for (SendRecipient recipient : send.recipients()) {
      outcomes.put(recipient.address(), recipient.state().resent() ? mayHaveArrived : CONTENT_LOST);
    }
    return new AttemptResult(
        outcomes, network, send.times().handedOverAt(), AttemptResult.Next.LATER);
  }

  /** Notes durably that a final dot is about to be written. */
  private final class Mark implements Runnable {
    private final Send send;
    private final Leases.Lease lease;
    private final Set<String> taken = new HashSet<>();
    private List<String> recipients = List.of();
    private volatile boolean isSet;
    private volatile boolean isLost;
    private @Nullable Instant ownMark;

    Mark(Send send, Leases.Lease lease) {
      this.send = send;
      this.lease = lease;
    }

    /** The next dot is for these. */
    synchronized void begin(List<String> next) {
      recipients = next;
      isSet = false;
    }

    /** Which of them were taken is written down with the next mark, or by the group's record. */
    synchronized void answered(Map<String, Outcome> outcomes) {
      outcomes.forEach(
          (recipient, outcome) -> {
            if (outcome.kind() == Kind.ACCEPTED) {
              taken.add(recipient);
            }
          });
    }

    /** The mark that the row bears unless others have it; null for none. */
    synchronized @Nullable Instant when() {
      return ownMark == null ? send.times().handedOverAt() : ownMark;
    }

    /** One at a time: a transport may be at several next hops. */
    @Override
    public synchronized void run() {
      Instant now = context.now();
      Instant before = when();
      if (!context.store().write(tx -> set(tx, before, now))) {
        isLost = true;
        throw new LeaseLostException();
      }
      ownMark = now;
      lease.marked(now);
      isSet = true;
    }

    private boolean set(StoreTransaction tx, @Nullable Instant before, Instant now) {
      Send row = tx.sends().lock(send.scope(), send.id()).orElse(send);
      if (!isStillOurs(row, before)) {
        return false;
      }
      tx.sends()
          .update(
              row.change()
                  .recipients(row.recipients().stream().map(r -> fly(r, now)).toList())
                  .handedOverAt(now)
                  .nextAttemptAt(now.plus(length))
                  .at(now));
      return true;
    }

    /** Whether nobody else took the send up, because this process stood still for too long. */
    private boolean isStillOurs(Send row, @Nullable Instant before) {
      return row.attempts() == send.attempts()
          && Objects.equals(row.times().handedOverAt(), before)
          && row.recipients().stream()
              .filter(r -> recipients.contains(r.address()))
              .allMatch(r -> r.status() == RecipientStatus.PENDING);
    }

    private SendRecipient fly(SendRecipient recipient, Instant now) {
      boolean flies = recipients.contains(recipient.address());
      boolean marked = flies || SendRecipient.IN_FLIGHT.equals(recipient.detail());
      if (recipient.status() != RecipientStatus.PENDING || !marked) {
        return recipient;
      }
      String landed = taken.contains(recipient.address()) ? SendRecipient.TAKEN : null;
      return recipient.become(
          RecipientStatus.PENDING,
          recipient.state().bounceType(),
          flies ? SendRecipient.IN_FLIGHT : landed,
          now);
    }
  }

  /** Another process hands this send over. */
  private static final class LeaseLostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LeaseLostException() {
      super("the lease of the send was lost");
    }
  }
}
