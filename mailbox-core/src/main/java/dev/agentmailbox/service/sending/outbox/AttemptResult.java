package dev.agentmailbox.service.sending.outbox;

import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.port.MailTransport.Outcome;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one hand-over brought, to be recorded.
 *
 * @param outcomes by address, of those recipients that were tried
 * @param route the way it went
 * @param mark when the send was marked as in flight for it; null when it was not
 * @param next what follows for recipients that are still open
 */
record AttemptResult(
    Map<String, Outcome> outcomes, HandOverRoute route, @Nullable Instant mark, Next next) {
  /** What follows. */
  enum Next {
    /** More recipients are handed over in this round; the lease goes on. */
    MORE,
    /** The round is over: open recipients are tried again later, or not at all. */
    LATER,
    /** The round is over and was none: the transport was busy. Tried again as soon as it says. */
    SOON
  }

  /**
   * What may be written down although others have the send now: mail that a next hop took is sent.
   * Whatever else came of it, they will find out themselves.
   */
  AttemptResult onlyTaken() {
    Map<String, Outcome> taken = new HashMap<>(outcomes);
    taken.values().removeIf(outcome -> outcome.kind() != Kind.ACCEPTED);
    return new AttemptResult(taken, route, mark, Next.MORE);
  }
}
