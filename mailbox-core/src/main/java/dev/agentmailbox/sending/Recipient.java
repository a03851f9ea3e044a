package dev.agentmailbox.sending;

import dev.agentmailbox.message.MailAddress;

/** A recipient, unchanged from the request to the hand-over. */
public record Recipient(MailAddress mailbox, RecipientRole role) {
  /** A recipient without a display name. */
  public static Recipient of(String address, RecipientRole role) {
    return new Recipient(MailAddress.bare(address), role);
  }

  /** The bare address, with its domain in lower case. */
  public String address() {
    return mailbox.lowerDomain();
  }

  /** The address in lower case, for comparison. */
  public String key() {
    return mailbox.key();
  }

  /** Omits the address. */
  @Override
  public String toString() {
    return "Recipient[" + role + "]";
  }
}
