package dev.agentmailbox.port;

/**
 * An external spam filter. Called outside any transaction and concurrently; implementations are
 * thread safe, bound their duration and never throw: an unavailable engine is no reason to distrust
 * a message.
 */
public interface SpamEngine {
  /** Always answers {@link Verdict#UNKNOWN}. */
  SpamEngine NONE = mail -> Verdict.UNKNOWN;

  /** Classifies one message. */
  Verdict judge(Screening.Mail mail);

  /** Classification by the engine. */
  enum Verdict {
    SPAM,
    CLEAN,
    /** The engine was not asked, did not respond, or was undecided. */
    UNKNOWN
  }
}
