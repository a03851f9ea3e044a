package dev.agentmailbox.service.sending.outcome;

import dev.agentmailbox.mime.read.ParsedMessage;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Phrases that distinguish a bounce in prose from a reply or an out-of-office notice. */
final class BounceMarkers {
  private static final List<String> DAEMONS =
      List.of(
          "mailer-daemon",
          "mailerdaemon",
          "mail-daemon",
          "maildaemon",
          "postmaster",
          "mail delivery",
          "mail administrator",
          "delivery subsystem",
          "system administrator",
          "microsoftexchange",
          "mailmaster",
          "mailer daemon",
          "post_master",
          "mail router");

  private static final List<String> SUBJECTS =
      List.of(
          "undeliver",
          "delivery fail",
          "delivery report",
          "delivery status",
          "delivery notification",
          "delivery error",
          "delivery problem",
          "delivery has failed",
          "failure notice",
          "failed delivery",
          "failed mail",
          "returned mail",
          "returned to sender",
          "returning message",
          "non-delivery",
          "nondeliverable",
          "not delivered",
          "could not send message",
          "could not be delivered",
          "mail failure",
          "mail failed",
          "mail delivery fail",
          "delivery failure",
          "\u30e1\u30fc\u30eb\u30a8\u30e9\u30fc",
          "mail error",
          "mail system error",
          "delayed mail",
          "message delayed",
          "warning: could not",
          "warning: message",
          "unable to deliver",
          "unzustellbar",
          "permanent delivery",
          "notificaci\u00f3n de",
          "\u914d\u4fe1",
          "\u914d\u9001");

  private static final List<String> AUTO_REPLIES =
      List.of(
          "out of office",
          "out of the office",
          "automatic reply",
          "auto reply",
          "autoreply",
          "auto-reply",
          "auto response",
          "autoresponse",
          "auto:",
          "automatische antwort",
          "abwesenheit",
          "r\u00e9ponse automatique",
          "respuesta autom\u00e1tica",
          "vacation",
          "away from");

  private static final List<String> FAILURES =
      List.of(
          "could not be delivered",
          "couldn't be delivered",
          "cannot be delivered",
          "can not be delivered",
          "wasn't able to deliver",
          "was not able to deliver",
          "unable to deliver",
          "not able to deliver",
          "could not deliver",
          "couldn't deliver",
          "can't deliver",
          "delivery failed",
          "delivery has failed",
          "delivery to the following",
          "failed to deliver",
          "failed permanently",
          "fatal error",
          "permanent error",
          "undeliverable",
          "undelivered",
          "not delivered",
          "was not delivered",
          "did not reach",
          "does not exist",
          "delivery error",
          "delivery problem",
          "rejected",
          "returned to sender",
          "attempting to deliver",
          "error delivering",
          "delivery errors",
          "failed addresses",
          "no valid recipients",
          "was aborted after",
          "final delivery",
          "user unknown",
          "unknown user",
          "\u9001\u4fe1\u3067\u304d\u307e\u305b\u3093",
          "\u914d\u4fe1\u3067\u304d\u307e\u305b\u3093",
          "sorry");

  private static final List<String> DELAYS =
      List.of(
          "has not been delivered yet",
          "not yet been delivered",
          "have not yet been",
          "has not yet been",
          "delivery attempts will continue",
          "will continue to be attempted",
          "will continue to try",
          "will keep trying",
          "will be retried",
          "still being retried",
          "still trying",
          "still unsent",
          "this is a warning message only",
          "you do not need to resend",
          "has been delayed",
          "delivery is delayed",
          "delivery incomplete");

  private BounceMarkers() {}

  /** Whether the message reports a failed delivery. */
  static boolean isBounce(ParsedMessage message, String words, boolean nullSender) {
    if (message.header("X-Failed-Recipients").isPresent()) {
      return true;
    }
    String subject = lower(Optional.ofNullable(message.headers().subject()));
    if (containsAny(subject, AUTO_REPLIES)) {
      return false;
    }
    boolean daemon = isFromDaemon(message);
    boolean named = containsAny(subject, SUBJECTS);
    boolean isAnswer = subject.startsWith("re:") && !daemon;
    String plain = FailurePhrases.plain(words);
    boolean failure = containsAny(plain, FAILURES) || containsAny(plain, DELAYS);
    boolean coded = !StatusCodes.enhanced(words).isEmpty() || !StatusCodes.reply(words).isEmpty();
    if (isAnswer) {
      return false;
    }
    return (named && (daemon || failure || coded))
        || (daemon && (failure || coded))
        || (nullSender && failure && coded && message.header("List-Id").isEmpty());
  }

  /** Whether it says that delivery will be retried. */
  static boolean isDelay(ParsedMessage message, String words) {
    String subject = lower(Optional.ofNullable(message.headers().subject()));
    return subject.contains("delay")
        || subject.startsWith("warning")
        || containsAny(FailurePhrases.plain(words), DELAYS);
  }

  static boolean isFromDaemon(ParsedMessage message) {
    return containsAny(lower(message.header("From")), DAEMONS);
  }

  private static String lower(Optional<String> value) {
    return value.orElse("").toLowerCase(Locale.ROOT);
  }

  private static boolean containsAny(String text, List<String> words) {
    return words.stream().anyMatch(text::contains);
  }
}
