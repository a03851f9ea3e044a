package dev.agentmailbox.service.sending.outcome;

import dev.agentmailbox.sending.SendRecipient;

/**
 * A recipient of a send that became final.
 *
 * @param recipient current state
 * @param status enhanced status code (RFC 3463), or the SMTP reply code; empty when there was
 *     neither
 * @param address consequence for the address
 */
public record RecipientChange(SendRecipient recipient, String status, AddressVerdict address) {
  /** What an outcome says about an address. */
  public enum AddressVerdict {
    /** Nothing beyond this mail. */
    NONE,
    /** Its mailbox was full; suppressed after three times in two weeks. */
    FULL,
    /** It does not exist or does not want our mail: suppressed. */
    DEAD
  }
}
