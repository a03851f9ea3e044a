package dev.agentmailbox.port;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.ParsedMessage;
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
   * @param raw the whole message
   * @param sender what is known of the sender
   */
  record Mail(
      MailReceiver.Envelope envelope,
      ParsedMessage message,
      RawMessage raw,
      SenderAuthentication.Evidence sender) {}

  /**
   * Findings of a screening.
   *
   * @param spam whether it is unsolicited bulk mail
   * @param holdReasons reasons for which a policy may hold it, for example {@code
   *     injection_suspected}
   */
  record Findings(boolean spam, Set<String> holdReasons) {
    /** Nothing found. */
    public static final Findings NONE = new Findings(false, Set.of());

    /** Unsolicited bulk mail, or mail whose author's domain disowns it. */
    public static final Findings SPAM = new Findings(true, Set.of());

    public Findings {
      holdReasons = Set.copyOf(holdReasons);
    }

    /** One reason to hold it. */
    public static Findings hold(String reason) {
      return new Findings(false, Set.of(reason));
    }
  }
}
