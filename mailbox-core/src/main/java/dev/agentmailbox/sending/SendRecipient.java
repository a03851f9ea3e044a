package dev.agentmailbox.sending;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One recipient of a send.
 *
 * @param address bare, domain in lower case
 * @param bounceType {@code permanent} or {@code transient}; null unless bounced
 * @param detail the next hop's words, cleaned; null when there are none
 * @param returnToken random part of this recipient's own return path, see {@link ReturnPath}; null
 *     for mail accepted before recipients had one
 * @param attempts hand-overs tried for this recipient
 * @param resent whether an answer was lost once, so that its one resend is used
 */
public record SendRecipient(
    String address,
    RecipientRole role,
    RecipientStatus status,
    @Nullable String bounceType,
    @Nullable String detail,
    @Nullable String returnToken,
    int attempts,
    boolean resent,
    Instant updatedAt) {
  /** A recipient that nothing was tried for. */
  public static SendRecipient pending(
      String address, RecipientRole role, String returnToken, Instant now) {
    return new SendRecipient(
        address, role, RecipientStatus.PENDING, null, null, returnToken, 0, false, now);
  }

  /**
   * Detail of a recipient whose final dot may have been written and whose answer is not recorded.
   */
  public static final String IN_FLIGHT = "handed over, answer not yet recorded";

  /** Detail of a recipient that the next hop took, while others of its group are handed over. */
  public static final String TAKEN = "handed over, not yet recorded";

  /** Detail of a recipient whose answer was lost, so that it is tried once more. */
  public static final String NO_ANSWER = "no answer after the final dot";

  /** Whether it was taken, or may have been, and that is not yet recorded. */
  public boolean isUnanswered() {
    return status == RecipientStatus.PENDING
        && (IN_FLIGHT.equals(detail) || TAKEN.equals(detail) || NO_ANSWER.equals(detail));
  }

  public SendRecipient become(
      RecipientStatus next, @Nullable String bounce, @Nullable String words, Instant now) {
    return new SendRecipient(
        address, role, next, bounce, words, returnToken, attempts, resent, now);
  }

  /** The same after one more attempt. */
  public SendRecipient tried() {
    return new SendRecipient(
        address, role, status, bounceType, detail, returnToken, attempts + 1, resent, updatedAt);
  }

  /** The same with its one resend used. */
  public SendRecipient asResent() {
    return new SendRecipient(
        address, role, status, bounceType, detail, returnToken, attempts, true, updatedAt);
  }
}
