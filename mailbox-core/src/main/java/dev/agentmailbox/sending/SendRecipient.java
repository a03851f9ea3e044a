package dev.agentmailbox.sending;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One recipient of a send.
 *
 * @param returnToken random part of this recipient's return path, see {@link ReturnPath}; null for
 *     none
 */
public record SendRecipient(
    Recipient recipient, @Nullable String returnToken, RecipientState state) {
  /** Detail of a recipient whose final dot may have been written without a recorded reply. */
  public static final String IN_FLIGHT = "handed over, answer not yet recorded";

  /** Detail of a recipient accepted by the next hop while its group is still being handed over. */
  public static final String ACCEPTED = "handed over, not yet recorded";

  /** Detail of a recipient whose reply was lost and who is retried once. */
  public static final String NO_ANSWER = "no answer after the final dot";

  /** Detail of a recipient whose mail was captured because no relay is configured. */
  public static final String CAPTURED = "captured";

  /** A recipient without attempts. */
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

  /** The next hop's reply text, sanitized; null when there is none. */
  public @Nullable String detail() {
    return state.detail();
  }

  /** Whether the mail was or may have been accepted for it and the reply is not recorded. */
  public boolean unanswered() {
    String detail = state.detail();
    return status() == RecipientStatus.PENDING
        && (IN_FLIGHT.equals(detail) || ACCEPTED.equals(detail) || NO_ANSWER.equals(detail));
  }

  public SendRecipient become(
      RecipientStatus next, @Nullable String bounce, @Nullable String words, Instant now) {
    return with(new RecipientState(next, bounce, words, state.attempts(), state.resent(), now));
  }

  /** With one more attempt counted. */
  public SendRecipient tried() {
    return with(state.attempts() + 1, state.resent());
  }

  /** With its one resend used. */
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

  /** Omits the address. */
  @Override
  public String toString() {
    return "SendRecipient[" + role() + " " + status() + "]";
  }
}
