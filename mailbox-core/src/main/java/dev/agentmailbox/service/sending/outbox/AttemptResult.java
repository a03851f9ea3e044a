package dev.agentmailbox.service.sending.outbox;

import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.port.MailTransport.Outcome;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Result of one hand-over, to be recorded.
 *
 * @param outcomes by address, of the recipients attempted
 * @param route the route used
 * @param mark when the send was marked as in flight for it; null when it was not
 * @param next what happens to recipients that are still open
 */
record AttemptResult(
    Map<String, Outcome> outcomes, HandOverRoute route, @Nullable Instant mark, Next next) {
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
  AttemptResult onlyTaken() {
    Map<String, Outcome> taken = new HashMap<>(outcomes);
    taken.values().removeIf(outcome -> outcome.kind() != Kind.ACCEPTED);
    return new AttemptResult(taken, route, mark, Next.MORE);
  }
}
