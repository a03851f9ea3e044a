package dev.agentmailbox.service.sending.outcome;

import dev.agentmailbox.service.sending.outcome.RecipientChange.AddressVerdict;
import org.jspecify.annotations.Nullable;

/**
 * Bounce classification of one failure by its codes and text. An unrecognized failure is transient
 * and does not affect the address.
 */
record BounceClassifier(String status, AddressVerdict address, @Nullable String reply) {
  private static final int MAX_REPLY_CHARACTERS = 160;

  /**
   * Classifies a failure.
   *
   * @param field Status field of a report, or empty
   * @param said the server's reply
   * @param prose the report's text about this recipient, or empty
   */
  static BounceClassifier of(String field, String said, String prose) {
    String words = prose.isEmpty() ? said : said + '\n' + prose;
    return of(StatusCodes.field(field), words, FailurePhrases.cause(words), replyLine(said));
  }

  /** Classifies a failure described in prose only. */
  static BounceClassifier of(String prose) {
    return of("", prose, FailurePhrases.cause(prose), null);
  }

  /** Classifies a failure described in prose as permanent. */
  static BounceClassifier ofPermanent(String words) {
    BounceReason cause = FailurePhrases.cause(words);
    return cause.mayPass() ? of("", words, cause, null) : of("5.0.0", words, cause, null);
  }

  private static BounceClassifier of(
      String field, String words, BounceReason cause, @Nullable String reply) {
    String shown = StatusCodes.enhanced(words);
    String status = status(field, shown, words, cause);
    AddressVerdict address = address(status, cause);
    boolean contradicts =
        !StatusCodes.isUnspecific(shown) && EnhancedStatus.ofAddress(shown) == AddressVerdict.NONE;
    return new BounceClassifier(
        status,
        contradicts && address == AddressVerdict.DEAD ? AddressVerdict.NONE : address,
        reply);
  }

  private static String status(String field, String shown, String words, BounceReason cause) {
    boolean agrees = field.isEmpty() || (!shown.isEmpty() && shown.charAt(0) == field.charAt(0));
    boolean tellsMore = !shown.isEmpty() && agrees && (field.isEmpty() || !shown.endsWith(".0.0"));
    String best = StatusCodes.isUnspecific(field) && tellsMore ? shown : field;
    if (!StatusCodes.isUnspecific(best)) {
      return best;
    }
    String reply = StatusCodes.reply(words);
    if (best.isEmpty() && reply.isEmpty()) {
      return cause.status();
    }
    if (cause == BounceReason.UNKNOWN && !best.isEmpty()) {
      return best;
    }
    char kind = best.isEmpty() ? reply.charAt(0) : best.charAt(0);
    return kind + cause.status().substring(1);
  }

  private static AddressVerdict address(String status, BounceReason cause) {
    AddressVerdict ofStatus = EnhancedStatus.ofAddress(status);
    if (ofStatus == AddressVerdict.FULL || cause == BounceReason.MAILBOX_FULL) {
      return AddressVerdict.FULL;
    }
    boolean speaksOfAddress =
        switch (cause) {
          case UNKNOWN_USER, UNKNOWN_HOST, DISABLED -> true;
          case UNKNOWN, REFUSED -> !StatusCodes.isUnspecific(status);
          case MAILBOX_FULL, SPAM, TOO_BIG, LATER, EXPIRED, NETWORK, SYSTEM -> false;
        };
    return ofStatus == AddressVerdict.DEAD && speaksOfAddress
        ? AddressVerdict.DEAD
        : AddressVerdict.NONE;
  }

  /** The text if it is an SMTP reply, on one line without control characters; null otherwise. */
  private static @Nullable String replyLine(String words) {
    String code = words.length() > 4 ? words.substring(0, 3) : "";
    if (!StatusCodes.reply(code + " ").equals(code) || code.isEmpty()) {
      return null;
    }
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < words.length() && line.length() < MAX_REPLY_CHARACTERS; i++) {
      char c = words.charAt(i);
      line.append(c >= ' ' && c < 0x7f ? c : ' ');
    }
    return line.toString().strip();
  }
}
