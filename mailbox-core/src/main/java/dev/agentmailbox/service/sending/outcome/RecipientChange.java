package dev.agentmailbox.service.sending.outcome;

import dev.agentmailbox.sending.SendRecipient;

/**
 * One recipient of a send that reached an end.
 *
 * @param recipient as it is now
 * @param status enhanced status code (RFC 3463), or the SMTP reply code; empty when there was
 *     neither
 * @param address what it says of the address itself
 */
public record RecipientChange(SendRecipient recipient, String status, AddressVerdict address) {
  /** What is known of an address after mail to it. */
  public enum AddressVerdict {
    /** Nothing that outlives this mail. */
    NONE,
    /** Its mailbox was full; three times in two weeks and it is not written to again. */
    FULL,
    /** There is nobody, or nobody who wants our mail: it is not written to again. */
    DEAD
  }
}
