package dev.agentmailbox.server.delivery;

import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.port.MailTransport.Reply;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Delivers one message by trying the servers of a domain in order, until every recipient is
 * accepted or refused.
 *
 * <p>A temporary failure moves on to the next server, but only before the first final dot: after
 * it, outcomes are recorded before another server is tried, or a crash could resend a delivered
 * message. Belongs to one thread.
 */
final class MxWalk {
  private final OutboundMail mail;
  private final Runnable mark;
  private final Map<String, Outcome> settled = new LinkedHashMap<>();
  private boolean marked;
  private @Nullable Outcome temporary;
  private @Nullable Outcome permanent;
  private @Nullable Duration busy;
  private @Nullable Duration paused;

  MxWalk(OutboundMail mail, Runnable mark) {
    this.mail = mail;
    this.mark = mark;
  }

  /** Whether recipients remain for another server. */
  boolean mayContinue() {
    return !marked && settled.size() < mail.recipients().size();
  }

  /** The mail for the undecided recipients. */
  OutboundMail left() {
    List<String> open = mail.recipients().stream().filter(r -> !settled.containsKey(r)).toList();
    return new OutboundMail(mail.envelopeSender(), open, mail.content(), mail.sendId());
  }

  /** Called just before the final dot. */
  void mark() {
    marked = true;
    mark.run();
  }

  /** A server replied for the remaining recipients. */
  void answered(Map<String, Outcome> outcomes) {
    outcomes.forEach(
        (recipient, outcome) -> {
          if (marked || outcome.kind() != Kind.TEMPORARY) {
            settled.put(recipient, outcome);
          } else {
            temporary = outcome;
          }
        });
  }

  /** A server could not be used. */
  void failed(Outcome outcome) {
    if (outcome.kind() == Kind.TEMPORARY) {
      temporary = outcome;
    } else {
      permanent = outcome;
    }
  }

  /** A server is at its concurrency limit. */
  void busy(Duration retryAfter) {
    busy = busy == null || retryAfter.compareTo(busy) < 0 ? retryAfter : busy;
  }

  /** A server is paused after a failure. */
  void paused(Duration left) {
    paused = paused == null || left.compareTo(paused) < 0 ? left : paused;
  }

  /**
   * An outcome for each recipient. Recipients that another server may still accept are not given up
   * because one refused.
   */
  Map<String, Outcome> outcomes() {
    Outcome open = open();
    for (String recipient : mail.recipients()) {
      settled.putIfAbsent(recipient, open);
    }
    return settled;
  }

  private Outcome open() {
    if (temporary != null) {
      return temporary;
    }
    if (busy != null) {
      return Outcome.busy(busy);
    }
    if (paused != null) {
      Reply why = new Reply(0, null, "the mail servers did not respond a moment ago");
      return new Outcome(Kind.TEMPORARY, why, paused);
    }
    if (permanent == null) {
      return Outcome.of(Kind.TEMPORARY, new Reply(0, null, "no mail server could be tried"));
    }
    // A server that refuses the session counts as refusing the message.
    boolean byReply = permanent.kind() == Kind.REJECTED && hasCode(permanent.reply());
    return byReply ? Outcome.of(Kind.MESSAGE_REFUSED, permanent.reply()) : permanent;
  }

  private static boolean hasCode(@Nullable Reply reply) {
    return reply != null && reply.code() != 0;
  }
}
