package dev.agentmailbox.service.sending.outcome;

/** Enhanced status codes (RFC 3463) with special treatment. */
public final class EnhancedStatus {
  /** Section 3.5: delivery time expired. */
  public static final String EXPIRED = "4.4.7";

  private static final String BAD_ADDRESS = "5.1.";
  private static final String BAD_SENDER_SYNTAX = "5.1.7";
  private static final String BAD_SENDER_SYSTEM = "5.1.8";
  private static final String MAILBOX_DISABLED = "5.2.1";
  private static final String MAILBOX_FULL = ".2.2";

  private EnhancedStatus() {}

  /** What a refusal with this code says about the recipient's address. */
  public static RecipientChange.AddressVerdict ofAddress(String status) {
    if (status.equals(BAD_SENDER_SYNTAX) || status.equals(BAD_SENDER_SYSTEM)) {
      return RecipientChange.AddressVerdict.NONE;
    }
    if (status.startsWith(BAD_ADDRESS) || status.equals(MAILBOX_DISABLED)) {
      return RecipientChange.AddressVerdict.DEAD;
    }
    return status.length() == 5 && status.endsWith(MAILBOX_FULL)
        ? RecipientChange.AddressVerdict.FULL
        : RecipientChange.AddressVerdict.NONE;
  }
}
