package dev.agentmailbox.sending;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One recipient of a send.
 *
 * @param returnToken random part of this recipient's own return path, see {@link ReturnPath}; null
 *     for mail accepted before recipients had one
 */
public record SendRecipient(
    Recipient recipient, @Nullable String returnToken, RecipientState state) {
  /**
   * Detail of a recipient whose final dot may have been written and whose answer is not recorded.
   */
  public static final String IN_FLIGHT = "handed over, answer not yet recorded";

  /** Detail of a recipient that the next hop took, while others of its group are handed over. */
  public static final String TAKEN = "handed over, not yet recorded";

  /** Detail of a recipient whose answer was lost, so that it is tried once more. */
  public static final String NO_ANSWER = "no answer after the final dot";

  /** A recipient that nothing was tried for. */
  public static SendRecipient pending(Recipient recipient, String returnToken, Instant now) {
    return new SendRecipient(recipient, returnToken, RecipientState.pending(now));
  }

  /** The bare address, with its domain in lower case. */
  public String address() {
    return recipient.address();
  }

  public RecipientRole role() {
    return recipient.role();
  }

  public RecipientStatus status() {
    return state.status();
  }

  /** The next hop's words, cleaned; null when there are none. */
  public @Nullable String detail() {
    return state.detail();
  }

  /** Whether it was taken, or may have been, and that is not yet recorded. */
  public boolean unanswered() {
    String detail = state.detail();
    return status() == RecipientStatus.PENDING
        && (IN_FLIGHT.equals(detail) || TAKEN.equals(detail) || NO_ANSWER.equals(detail));
  }

  public SendRecipient become(
      RecipientStatus next, @Nullable String bounce, @Nullable String words, Instant now) {
    return with(new RecipientState(next, bounce, words, state.attempts(), state.resent(), now));
  }

  /** The same after one more attempt. */
  public SendRecipient tried() {
    return with(state.attempts() + 1, state.resent());
  }

  /** The same with its one resend used. */
  public SendRecipient asResent() {
    return with(state.attempts(), true);
  }

  private SendRecipient with(int attempts, boolean resent) {
    return with(
        new RecipientState(
            state.status(),
            state.bounceType(),
            state.detail(),
            attempts,
            resent,
            state.updatedAt()));
  }

  private SendRecipient with(RecipientState next) {
    return new SendRecipient(recipient, returnToken, next);
  }

  /** Says nothing of the address. */
  @Override
  public String toString() {
    return "SendRecipient[" + role() + " " + status() + "]";
  }
}
