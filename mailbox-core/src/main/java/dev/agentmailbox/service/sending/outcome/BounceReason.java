package dev.agentmailbox.service.sending.outcome;

/** Bounce reasons recognized in prose, in matching order. */
enum BounceReason {
  MAILBOX_FULL("4.2.2"),
  SPAM("5.7.1"),
  TOO_BIG("5.3.4"),
  LATER("4.7.1"),
  EXPIRED("4.4.7"),
  UNKNOWN_USER("5.1.1"),
  NETWORK("4.4.1"),
  UNKNOWN_HOST("5.1.2"),
  DISABLED("5.2.1"),
  REFUSED("5.7.1"),
  SYSTEM("4.3.0"),
  UNKNOWN("4.0.0");

  private final String status;

  BounceReason(String status) {
    this.status = status;
  }

  /** The corresponding enhanced status code (RFC 3463). */
  String status() {
    return status;
  }

  /** Whether a later mail may be delivered. */
  boolean mayPass() {
    return switch (this) {
      case LATER, EXPIRED, NETWORK, SYSTEM -> true;
      case MAILBOX_FULL, SPAM, TOO_BIG, UNKNOWN_USER, UNKNOWN_HOST, DISABLED, REFUSED, UNKNOWN ->
          false;
    };
  }
}
