package dev.agentmailbox.service.sending.outcome;

import dev.agentmailbox.mime.read.ParsedMessage;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Phrases that distinguish a bounce in prose from a reply or an out-of-office notice. */
final class BounceMarkers {
  private static final List<String> DAEMONS = FailurePhrases.section("DAEMONS");
  private static final List<String> SUBJECTS = FailurePhrases.section("SUBJECTS");
  private static final List<String> AUTO_REPLIES = FailurePhrases.section("AUTO_REPLIES");
  private static final List<String> FAILURES = FailurePhrases.section("FAILURES");
  private static final List<String> DELAYS = FailurePhrases.section("DELAYS");

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
