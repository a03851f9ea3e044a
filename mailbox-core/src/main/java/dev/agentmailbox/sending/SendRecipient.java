package dev.agentmailbox.sending;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One recipient of a send.
 *
 * @param address bare, domain in lower case
 * @param bounceType {@code permanent} or {@code transient}; null unless bounced
 * @param detail the next hop's words, cleaned; null when there are none
 */
public record SendRecipient(
    String address,
    RecipientRole role,
    RecipientStatus status,
    @Nullable String bounceType,
    @Nullable String detail,
    Instant updatedAt) {
  public static SendRecipient pending(String address, RecipientRole role, Instant now) {
    return new SendRecipient(address, role, RecipientStatus.PENDING, null, null, now);
  }

  /**
   * Detail of a recipient whose final dot may have been written and whose answer is not recorded.
   */
  public static final String IN_FLIGHT = "handed over, answer not yet recorded";

  /** Detail of a recipient whose answer was lost, so that it is tried once more. */
  public static final String NO_ANSWER = "no answer after the final dot";

  /** Whether it may have been taken without our knowing. */
  public boolean isUnanswered() {
    return status == RecipientStatus.PENDING
        && (IN_FLIGHT.equals(detail) || NO_ANSWER.equals(detail));
  }

  public SendRecipient become(
      RecipientStatus next, @Nullable String bounce, @Nullable String words, Instant now) {
    return new SendRecipient(address, role, next, bounce, words, now);
  }
}
