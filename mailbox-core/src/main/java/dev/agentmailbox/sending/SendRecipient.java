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

  public SendRecipient become(
      RecipientStatus next, @Nullable String bounce, @Nullable String words, Instant now) {
    return new SendRecipient(address, role, next, bounce, words, now);
  }
}
