package dev.agentmailbox.flow.outbox;

import dev.agentmailbox.port.MailTransport.Outcome;
import java.util.Map;

/**
 * What one hand-over brought, to be recorded.
 *
 * @param outcomes by address
 * @param route the way it went
 * @param resent whether the one automatic resend was used before it
 * @param next what follows for recipients that are still open
 */
record Attempt(Map<String, Outcome> outcomes, Route route, boolean resent, Next next) {
  /** What follows. */
  enum Next {
    /** More recipients are handed over in this round; the lease goes on. */
    MORE,
    /** The round is over: open recipients are tried again later, or not at all. */
    LATER,
    /** The round is over and was none: the transport was busy. Tried again as soon as it says. */
    SOON
  }
}
