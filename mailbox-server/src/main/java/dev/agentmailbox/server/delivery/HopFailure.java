package dev.agentmailbox.server.delivery;

import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.port.MailTransport.Reply;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The next hop could not be reached or does not take mail from us: no recipient was offered. */
final class HopFailure extends Exception {
  private static final long serialVersionUID = 1L;
  private final transient Outcome outcome;
  private final boolean unreachable;
  private final boolean ofTls;

  private HopFailure(
      Outcome outcome, @Nullable String message, boolean unreachable, boolean ofTls) {
    super(message);
    this.outcome = outcome;
    this.unreachable = unreachable;
    this.ofTls = ofTls;
  }

  /** Without a word of the next hop. */
  static HopFailure temporary(String why) {
    return new HopFailure(notNow(why), why, false, false);
  }

  /** Nobody answers there. */
  static HopFailure unreachable(String why) {
    return new HopFailure(notNow(why), why, true, false);
  }

  /** STARTTLS was offered and did not lead to TLS, or to TLS with the wrong one. */
  static HopFailure ofTls(String why) {
    return new HopFailure(notNow(why), why, false, true);
  }

  /** By a reply that is not positive: 5xx rejects, everything else is for now. */
  static HopFailure by(SmtpReply reply, String step) {
    Kind kind = reply.isPermanent() ? Kind.REJECTED : Kind.TEMPORARY;
    return plain(Outcome.of(kind, reply.forRecord()), step + " answered " + reply.code());
  }

  /** STARTTLS was offered and then refused. */
  static HopFailure ofTls(SmtpReply reply) {
    HopFailure plain = by(reply, "STARTTLS");
    return new HopFailure(plain.outcome(), plain.getMessage(), false, true);
  }

  /** With an outcome for every recipient. */
  static HopFailure as(Kind kind, String enhanced, String why) {
    return plain(Outcome.of(kind, new Reply(0, enhanced, why)), why);
  }

  /** Nothing was tried: there may be room after this time. */
  static HopFailure busy(Duration wait) {
    return plain(Outcome.busy(wait), "busy");
  }

  private static HopFailure plain(Outcome outcome, String why) {
    return new HopFailure(outcome, why, false, false);
  }

  private static Outcome notNow(String why) {
    return Outcome.of(Kind.TEMPORARY, new Reply(0, null, why));
  }

  Outcome outcome() {
    return outcome;
  }

  /** Whether nobody answers there, so that others need not try either for a while. */
  boolean isUnreachable() {
    return unreachable;
  }

  /** Whether it might have worked without TLS. */
  boolean isOfTls() {
    return ofTls;
  }
}
