package dev.agentmailbox.port;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.ParsedMessage;
import java.util.List;

/**
 * Looks at one inbound message before it is stored. Called outside any transaction, from several
 * threads at once; ends within a time limit of its own.
 */
public interface Screening {
  /**
   * What was found. An exception counts as suspicious: the message is stored and held.
   *
   * @param message what could be parsed
   * @param raw the whole message
   */
  Findings screen(MailReceiver.Envelope envelope, ParsedMessage message, RawMessage raw);

  /**
   * Findings of a screening.
   *
   * @param spam whether it is unsolicited bulk mail
   * @param holdReasons reasons for which a policy may hold it, for example {@code
   *     injection_suspected}
   */
  record Findings(boolean spam, List<String> holdReasons) {
    /** Nothing found. */
    public static final Findings NONE = new Findings(false, List.of());

    public Findings {
      holdReasons = List.copyOf(holdReasons);
    }
  }
}
