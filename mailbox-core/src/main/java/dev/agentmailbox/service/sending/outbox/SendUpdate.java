package dev.agentmailbox.service.sending.outbox;

import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.port.MailTransport.Reply;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.service.sending.outcome.BounceType;
import dev.agentmailbox.service.sending.outcome.EnhancedStatus;
import dev.agentmailbox.service.sending.outcome.RecipientChange;
import dev.agentmailbox.service.sending.outcome.RecipientChange.AddressVerdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Effect of an attempt on a send's recipients. Pure.
 *
 * @param recipients all recipients afterwards
 * @param changed those that became final
 * @param notBefore longest delay requested by a next hop
 */
record SendUpdate(
    List<SendRecipient> recipients, List<RecipientChange> changed, Duration notBefore) {
  /** Detail of a recipient whose mail may or may not have been delivered. */
  static final String UNCONFIRMED = "unconfirmed";

  /** Applies the outcomes to open recipients; others are unchanged. */
  static SendUpdate of(Send send, AttemptResult attempt, Instant now) {
    List<SendRecipient> recipients = new ArrayList<>();
    List<RecipientChange> changed = new ArrayList<>();
    Duration notBefore = Duration.ZERO;
    for (SendRecipient before : send.recipients()) {
      Outcome outcome = attempt.outcomes().get(before.address());
      if (outcome == null || before.status() != RecipientStatus.PENDING) {
        recipients.add(before);
        continue;
      }
      SendRecipient after = become(before, outcome, attempt, now);
      recipients.add(after);
      if (after.status() != RecipientStatus.PENDING) {
        changed.add(
            new RecipientChange(
                after, status(outcome.reply()), addressVerdict(attempt, before.address())));
      } else {
        Duration wait = outcome.notBefore();
        notBefore = wait != null && wait.compareTo(notBefore) > 0 ? wait : notBefore;
      }
    }
    return new SendUpdate(recipients, changed, notBefore);
  }

  /** Gives up every recipient that is still open. */
  SendUpdate givingUp(AttemptResult attempt, Instant now) {
    List<SendRecipient> all = new ArrayList<>();
    List<RecipientChange> more = new ArrayList<>(changed);
    for (SendRecipient recipient : recipients) {
      if (recipient.status() == RecipientStatus.PENDING) {
        SendRecipient bounced =
            recipient.become(
                RecipientStatus.BOUNCED, BounceType.TRANSIENT, recipient.detail(), now);
        all.add(bounced);
        more.add(
            new RecipientChange(
                bounced, EnhancedStatus.EXPIRED, addressVerdict(attempt, recipient.address())));
      } else {
        all.add(recipient);
      }
    }
    return new SendUpdate(all, more, notBefore);
  }

  boolean isOpen() {
    return open() > 0;
  }

  /** How many recipients have not reached an end. */
  long open() {
    return recipients.stream().filter(r -> r.status() == RecipientStatus.PENDING).count();
  }

  /** Whether a next hop has accepted responsibility for any recipient. */
  boolean isAnyTaken() {
    return recipients.stream()
        .anyMatch(
            r ->
                switch (r.status()) {
                  case SENT, DELIVERED, COMPLAINED -> true;
                  case PENDING, BOUNCED, REJECTED -> false;
                });
  }

  private static SendRecipient become(
      SendRecipient open, Outcome outcome, AttemptResult attempt, Instant now) {
    SendRecipient before = outcome.kind() == Kind.BUSY ? open : open.tried();
    String words = Optional.ofNullable(outcome.reply()).map(Reply::text).orElse(null);
    return switch (outcome.kind()) {
      case ACCEPTED ->
          before.become(
              attempt.route().isFinalDelivery() ? RecipientStatus.DELIVERED : RecipientStatus.SENT,
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

  /** Only a refusal of the recipient by a route that proves it says something about the address. */
  private static AddressVerdict addressVerdict(AttemptResult attempt, String address) {
    Outcome outcome = attempt.outcomes().get(address);
    if (outcome == null || !attempt.route().provesUnknownAddresses()) {
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
