package dev.agentmailbox.port;

import dev.agentmailbox.mime.read.OpenMessage;
import dev.agentmailbox.mime.read.ParsedMessage;
import java.util.HashSet;
import java.util.Set;

/**
 * Content checks on an inbound message before it is stored. Called outside any transaction and
 * concurrently; implementations are thread safe and bound their duration.
 */
public interface Screening {
  /** Checks one message. If it throws, the message is treated as suspicious: stored and held. */
  Findings screen(Mail mail);

  /**
   * The message to check.
   *
   * @param message its parsed form; incomplete when the message is malformed
   * @param content the whole message; open only during the call
   * @param evidence result of sender authentication
   */
  record Mail(
      MailReceiver.Envelope envelope,
      ParsedMessage message,
      OpenMessage content,
      SenderAuthentication.Evidence evidence) {}

  /**
   * Result of a check.
   *
   * @param spam whether it is unsolicited bulk mail
   * @param loops whether it is part of a mail loop, so that it must not wake an agent
   * @param holdReasons reasons for which a policy may hold it, for example {@code
   *     injection_suspected}
   * @param attachedText names and leading text of the attachments, which may name addresses; empty
   *     when there are none or they were not read
   */
  record Findings(boolean spam, boolean loops, Set<String> holdReasons, String attachedText) {
    /** No findings. */
    public static final Findings NONE = new Findings(false, false, Set.of());

    /** Unsolicited bulk mail, or mail that fails the DMARC policy of its author's domain. */
    public static final Findings SPAM = new Findings(true, false, Set.of());

    /** Part of a mail loop. */
    public static final Findings LOOP = new Findings(false, true, Set.of());

    public Findings {
      holdReasons = Set.copyOf(holdReasons);
    }

    /** Findings without the text of attachments. */
    public Findings(boolean spam, boolean loops, Set<String> holdReasons) {
      this(spam, loops, holdReasons, "");
    }

    /** Reasons to hold the message. */
    public static Findings hold(String... reasons) {
      return new Findings(false, false, Set.of(reasons));
    }

    /** The union of both. */
    public Findings and(Findings more) {
      Set<String> reasons = new HashSet<>(holdReasons);
      reasons.addAll(more.holdReasons);
      return new Findings(
          spam || more.spam,
          loops || more.loops,
          reasons,
          attachedText.isEmpty() ? more.attachedText : attachedText);
    }

    /** The same with the text of the attachments. */
    public Findings with(String attached) {
      return new Findings(spam, loops, holdReasons, attached);
    }

    /** Omits the content. */
    @Override
    public String toString() {
      return "Findings[spam=" + spam + ", loops=" + loops + ", " + holdReasons + "]";
    }
  }
}
