package dev.agentmailbox.flow.outbox;

import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.port.MailTransport.Reply;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendRecipient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt makes of a send's recipients. Pure: no store, no clock.
 *
 * @param recipients all of them, afterwards
 * @param changed those that reached an end
 * @param resend whether the one automatic resend is used up now
 * @param notBefore the longest wait a next hop asked for
 */
record SendUpdate(
    List<SendRecipient> recipients, List<Change> changed, boolean resend, Duration notBefore) {
  static final String PERMANENT = "permanent";
  static final String TRANSIENT = "transient";

  /** Detail of a recipient whose mail may or may not have arrived. */
  static final String UNCONFIRMED = "unconfirmed";

  private static final String NO_ANSWER = "no answer after the final dot";

  /**
   * One recipient that reached an end.
   *
   * @param status enhanced status code, or the reply code; empty when there was neither
   */
  record Change(SendRecipient recipient, String status, boolean suppress) {}

  /** Applies the outcomes to the recipients that are still open; others are left alone. */
  static SendUpdate of(Send send, Attempt attempt, Instant now) {
    List<SendRecipient> recipients = new ArrayList<>();
    List<Change> changed = new ArrayList<>();
    boolean resend = false;
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
        boolean suppress = attempt.route().tellsOfAddresses() && Suppression.isCalledFor(outcome);
        changed.add(new Change(after, status(outcome.reply()), suppress));
      } else {
        resend |= outcome.kind() == Kind.UNKNOWN;
        Duration wait = outcome.notBefore();
        notBefore = wait != null && wait.compareTo(notBefore) > 0 ? wait : notBefore;
      }
    }
    return new SendUpdate(recipients, changed, resend, notBefore);
  }

  /** The same, with every open recipient given up. */
  SendUpdate givingUp(Instant now) {
    List<SendRecipient> all = new ArrayList<>();
    List<Change> more = new ArrayList<>(changed);
    for (SendRecipient recipient : recipients) {
      if (recipient.status() == RecipientStatus.PENDING) {
        SendRecipient bounced =
            recipient.become(RecipientStatus.BOUNCED, TRANSIENT, recipient.detail(), now);
        all.add(bounced);
        more.add(new Change(bounced, "4.4.7", false));
      } else {
        all.add(recipient);
      }
    }
    return new SendUpdate(all, more, resend, notBefore);
  }

  boolean isOpen() {
    return recipients.stream().anyMatch(r -> r.status() == RecipientStatus.PENDING);
  }

  /** Whether a next hop ever took responsibility for one of them. */
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
      SendRecipient before, Outcome outcome, Attempt attempt, Instant now) {
    String words = Optional.ofNullable(outcome.reply()).map(Reply::text).orElse(null);
    return switch (outcome.kind()) {
      case ACCEPTED ->
          before.become(
              attempt.route().deliversFinally() ? RecipientStatus.DELIVERED : RecipientStatus.SENT,
              null,
              words,
              now);
      case RECIPIENT_REFUSED -> before.become(RecipientStatus.BOUNCED, PERMANENT, words, now);
      case REJECTED -> before.become(RecipientStatus.REJECTED, null, words, now);
      case TEMPORARY -> before.become(RecipientStatus.PENDING, null, words, now);
      case UNKNOWN ->
          attempt.resent()
              ? before.become(RecipientStatus.SENT, null, UNCONFIRMED, now)
              : before.become(RecipientStatus.PENDING, null, NO_ANSWER, now);
    };
  }

  private static String status(@Nullable Reply reply) {
    if (reply == null) {
      return "";
    }
    return reply.enhanced() != null ? reply.enhanced() : String.valueOf(reply.code());
  }
}
