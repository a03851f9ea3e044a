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
 * One message on its way along the servers of one domain, until one of them has taken or refused
 * every recipient.
 *
 * <p>A server that is tried for now only leads to the next one. That ends with the first final dot:
 * from then on an outcome is recorded before anything else is tried, or a crash would resend what
 * has arrived. Belongs to one thread.
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

  /** Whether a further server would have something to do. */
  boolean goesOn() {
    return !marked && settled.size() < mail.recipients().size();
  }

  /** The mail for the recipients that no server has decided about. */
  OutboundMail left() {
    List<String> open = mail.recipients().stream().filter(r -> !settled.containsKey(r)).toList();
    return new OutboundMail(mail.envelopeSender(), open, mail.content(), mail.sendId());
  }

  /** To be called just before the final dot. */
  void mark() {
    marked = true;
    mark.run();
  }

  /** A server answered for the recipients that were left. */
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

  /** A server has as much to do for us as may be. */
  void busy(Duration comeAgain) {
    busy = busy == null || comeAgain.compareTo(busy) < 0 ? comeAgain : busy;
  }

  /** A server is left alone after a failure. */
  void paused(Duration left) {
    paused = paused == null || left.compareTo(paused) < 0 ? left : paused;
  }

  /**
   * An outcome for each recipient. What one server may still take is not given up because another
   * refused it.
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
      Reply why = new Reply(0, null, "the mail servers did not answer a moment ago");
      return new Outcome(Kind.TEMPORARY, why, paused);
    }
    if (permanent == null) {
      return Outcome.of(Kind.TEMPORARY, new Reply(0, null, "no mail server could be tried"));
    }
    // A server that does not talk to us at all refused the message, as one that does would have.
    boolean byReply = permanent.kind() == Kind.REJECTED && hasCode(permanent.reply());
    return byReply ? Outcome.of(Kind.MESSAGE_REFUSED, permanent.reply()) : permanent;
  }

  private static boolean hasCode(@Nullable Reply reply) {
    return reply != null && reply.code() != 0;
  }
}
