package dev.agentmailbox.server.delivery;

import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.port.MailTransport.Reply;

/** The next hop could not be reached or does not take mail from us: no recipient was offered. */
final class HopFailure extends Exception {
  private static final long serialVersionUID = 1L;
  private final transient Outcome outcome;

  private HopFailure(Outcome outcome, String message) {
    super(message);
    this.outcome = outcome;
  }

  /** Without a word of the next hop. */
  static HopFailure temporary(String why) {
    return new HopFailure(Outcome.of(Kind.TEMPORARY, new Reply(0, null, why)), why);
  }

  /** By a reply that is not positive: 5xx rejects, everything else is for now. */
  static HopFailure by(SmtpReply reply, String step) {
    Kind kind = reply.isPermanent() ? Kind.REJECTED : Kind.TEMPORARY;
    return new HopFailure(Outcome.of(kind, reply.forRecord()), step + " answered " + reply.code());
  }

  Outcome outcome() {
    return outcome;
  }
}
