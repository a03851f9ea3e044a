package dev.agentmailbox.port;

/**
 * A spam filter beside this service. Asked outside any transaction, from several threads at once;
 * ends within a time limit of its own and never throws: an engine that is away is no reason to
 * distrust a message.
 */
public interface SpamEngine {
  /** Knows nothing. */
  SpamEngine NONE = mail -> Verdict.UNKNOWN;

  /** What it says of one message. */
  Verdict judge(Screening.Mail mail);

  /** What an engine can say. */
  enum Verdict {
    SPAM,
    CLEAN,
    /** It was not asked, did not answer, or could not tell. */
    UNKNOWN
  }
}
