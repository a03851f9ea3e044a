package dev.agentmailbox.port;

import dev.agentmailbox.mime.read.OpenMessage;
import dev.agentmailbox.mime.read.ParsedMessage;
import java.util.HashSet;
import java.util.Set;

/**
 * Looks at one inbound message before it is stored. Called outside any transaction, from several
 * threads at once; ends within a time limit of its own.
 */
public interface Screening {
  /** What was found. An exception counts as suspicious: the message is stored and held. */
  Findings screen(Mail mail);

  /**
   * What there is to look at.
   *
   * @param message what could be parsed
   * @param content the whole message; open only while it is screened
   * @param evidence what is known of the author
   */
  record Mail(
      MailReceiver.Envelope envelope,
      ParsedMessage message,
      OpenMessage content,
      SenderAuthentication.Evidence evidence) {}

  /**
   * Findings of a screening.
   *
   * @param spam whether it is unsolicited bulk mail
   * @param loops whether it goes round in circles, so that nobody should be woken by it
   * @param holdReasons reasons for which a policy may hold it, for example {@code
   *     injection_suspected}
   */
  record Findings(boolean spam, boolean loops, Set<String> holdReasons) {
    /** Nothing found. */
    public static final Findings NONE = new Findings(false, false, Set.of());

    /** Unsolicited bulk mail, or mail whose author's domain disowns it. */
    public static final Findings SPAM = new Findings(true, false, Set.of());

    /** Mail that comes round again and again. */
    public static final Findings LOOP = new Findings(false, true, Set.of());

    public Findings {
      holdReasons = Set.copyOf(holdReasons);
    }

    /** Reasons to hold it. */
    public static Findings hold(String... reasons) {
      return new Findings(false, false, Set.of(reasons));
    }

    /** Both together. */
    public Findings and(Findings more) {
      Set<String> reasons = new HashSet<>(holdReasons);
      reasons.addAll(more.holdReasons);
      return new Findings(spam || more.spam, loops || more.loops, reasons);
    }
  }
}
