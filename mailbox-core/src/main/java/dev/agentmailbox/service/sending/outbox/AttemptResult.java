package dev.agentmailbox.service.sending.outbox;

import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.port.MailTransport.Reply;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.service.sending.outcome.BounceType;
import dev.agentmailbox.service.sending.outcome.EnhancedStatus;
import dev.agentmailbox.service.sending.outcome.RecipientChange;
import dev.agentmailbox.service.sending.outcome.RecipientChange.AddressVerdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Result of one hand-over, to be recorded, and its effect on the recipients. Pure.
 *
 * @param outcomes by address, of the recipients attempted
 * @param transport the one used
 * @param mark when the send was marked as in flight for it; null when it was not
 * @param next what happens to recipients that are still open
 */
record AttemptResult(
    Map<String, Outcome> outcomes, MailTransport transport, @Nullable Instant mark, Next next) {
  /** Detail of a recipient whose mail may or may not have been delivered. */
  static final String UNCONFIRMED = "unconfirmed";

  /** What happens next. */
  enum Next {
    /** More recipients are handed over in this round under the same lease. */
    MORE,
    /** The round is over: open recipients are retried later or given up. */
    LATER,
    /** Nothing was attempted because the transport was busy; retried when it suggests. */
    SOON
  }

  /**
   * The part that may be recorded although another process holds the lease: recipients accepted by
   * a next hop. The lease holder determines the rest.
   */
  AttemptResult onlyAccepted() {
    Map<String, Outcome> accepted = new HashMap<>(outcomes);
    accepted.values().removeIf(outcome -> outcome.kind() != Kind.ACCEPTED);
    return new AttemptResult(accepted, transport, mark, Next.MORE);
  }

  /**
   * Applies the outcomes to open recipients; others are unchanged.
   *
   * @param changes those that become final are added
   * @return all recipients afterwards
   */
  List<SendRecipient> applyTo(
      List<SendRecipient> recipients, List<RecipientChange> changes, Instant now) {
    List<SendRecipient> all = new ArrayList<>();
    for (SendRecipient before : recipients) {
      Outcome outcome = outcomes.get(before.address());
      if (outcome == null || before.status() != RecipientStatus.PENDING) {
        all.add(before);
        continue;
      }
      SendRecipient after = become(before, outcome, now);
      all.add(after);
      if (after.status() != RecipientStatus.PENDING) {
        changes.add(change(after, status(outcome.reply())));
      }
    }
    return all;
  }

  /** As {@link #applyTo}, but gives up every recipient that is still open. */
  List<SendRecipient> giveUp(
      List<SendRecipient> recipients, List<RecipientChange> changes, Instant now) {
    List<SendRecipient> all = new ArrayList<>();
    for (SendRecipient recipient : recipients) {
      if (recipient.status() != RecipientStatus.PENDING) {
        all.add(recipient);
        continue;
      }
      SendRecipient bounced =
          recipient.become(RecipientStatus.BOUNCED, BounceType.TRANSIENT, recipient.detail(), now);
      all.add(bounced);
      changes.add(change(bounced, EnhancedStatus.EXPIRED));
    }
    return all;
  }

  /** Longest delay that a next hop requested for one of these recipients. */
  Duration notBefore(List<SendRecipient> open) {
    return open.stream()
        .map(recipient -> outcomes.get(recipient.address()))
        .flatMap(outcome -> Optional.ofNullable(outcome).map(Outcome::notBefore).stream())
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  private SendRecipient become(SendRecipient open, Outcome outcome, Instant now) {
    SendRecipient before = outcome.kind() == Kind.BUSY ? open : open.tried();
    String words = Optional.ofNullable(outcome.reply()).map(Reply::text).orElse(null);
    return switch (outcome.kind()) {
      case ACCEPTED ->
          before.become(
              transport.isFinalDelivery() ? RecipientStatus.DELIVERED : RecipientStatus.SENT,
              null,
              words,
              now);
      case RECIPIENT_REFUSED, MESSAGE_REFUSED ->
          before.become(RecipientStatus.BOUNCED, BounceType.PERMANENT, words, now);
      case REJECTED -> before.become(RecipientStatus.REJECTED, null, words, now);
      case TEMPORARY -> before.become(RecipientStatus.PENDING, null, words, now);
      case BUSY -> before;
      case UNKNOWN ->
          before.state().resent()
              ? before.become(RecipientStatus.SENT, null, UNCONFIRMED, now)
              : before
                  .become(RecipientStatus.PENDING, null, SendRecipient.NO_ANSWER, now)
                  .asResent();
    };
  }

  private RecipientChange change(SendRecipient recipient, String status) {
    return new RecipientChange(recipient, status, addressVerdict(recipient.address()));
  }

  /**
   * Only a refusal of the recipient by another server says something about the address: a paused or
   * full inbox of this service is no reason to suppress it.
   */
  private AddressVerdict addressVerdict(String address) {
    Outcome outcome = outcomes.get(address);
    if (outcome == null || transport instanceof InProcessTransport) {
      return AddressVerdict.NONE;
    }
    Reply reply = outcome.reply();
    boolean concernsRecipient =
        outcome.kind() == Kind.RECIPIENT_REFUSED || outcome.kind() == Kind.TEMPORARY;
    return concernsRecipient && reply != null && reply.enhanced() != null
        ? EnhancedStatus.ofAddress(reply.enhanced())
        : AddressVerdict.NONE;
  }

  private static String status(@Nullable Reply reply) {
    if (reply == null) {
      return "";
    }
    return reply.enhanced() != null ? reply.enhanced() : String.valueOf(reply.code());
  }
}
