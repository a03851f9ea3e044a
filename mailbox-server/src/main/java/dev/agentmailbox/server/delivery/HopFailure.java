package dev.agentmailbox.server.delivery;

import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.port.MailTransport.Reply;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The next hop is unreachable or refuses the session; no RCPT was sent. */
final class HopFailure extends Exception {
  private static final long serialVersionUID = 1L;
  private final transient Outcome outcome;
  private final boolean unreachable;
  private final boolean tlsFailed;

  private HopFailure(
      Outcome outcome, @Nullable String message, boolean unreachable, boolean tlsFailed) {
    super(message);
    this.outcome = outcome;
    this.unreachable = unreachable;
    this.tlsFailed = tlsFailed;
  }

  /** A failure without a reply. */
  static HopFailure temporary(String why) {
    return new HopFailure(temporaryOutcome(why), why, false, false);
  }

  /** The host is unreachable. */
  static HopFailure unreachable(String why) {
    return new HopFailure(temporaryOutcome(why), why, true, false);
  }

  /** STARTTLS failed, or the certificate is not valid. */
  static HopFailure tlsFailed(String why) {
    return new HopFailure(temporaryOutcome(why), why, false, true);
  }

  /** A negative reply: 5xx rejects, anything else is temporary. */
  static HopFailure by(SmtpReply reply, String step) {
    Kind kind = reply.isPermanent() ? Kind.REJECTED : Kind.TEMPORARY;
    return plain(Outcome.of(kind, reply.forRecord()), step + " answered " + reply.code());
  }

  /** STARTTLS was offered, then refused. */
  static HopFailure startTlsRefused(SmtpReply reply) {
    HopFailure plain = by(reply, "STARTTLS");
    return new HopFailure(plain.outcome(), plain.getMessage(), false, true);
  }

  /** With an outcome for every recipient. */
  static HopFailure as(Kind kind, String enhanced, String why) {
    return plain(Outcome.of(kind, new Reply(0, enhanced, why)), why);
  }

  /** Not attempted: retry after this time. */
  static HopFailure busy(Duration wait) {
    return plain(Outcome.busy(wait), "busy");
  }

  private static HopFailure plain(Outcome outcome, String why) {
    return new HopFailure(outcome, why, false, false);
  }

  private static Outcome temporaryOutcome(String why) {
    return Outcome.of(Kind.TEMPORARY, new Reply(0, null, why));
  }

  Outcome outcome() {
    return outcome;
  }

  /** Whether the host is unreachable, so that other messages should wait too. */
  boolean isUnreachable() {
    return unreachable;
  }

  /** Whether an attempt without TLS might succeed. */
  boolean isTlsFailure() {
    return tlsFailed;
  }
}
