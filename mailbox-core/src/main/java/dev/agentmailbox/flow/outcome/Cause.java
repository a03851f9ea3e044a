package dev.agentmailbox.flow.outcome;

import dev.agentmailbox.flow.outcome.RecipientChange.AddressVerdict;

/**
 * Why mail did not arrive, as far as words tell. The order is that in which words are looked for.
 */
enum Cause {
  MAILBOX_FULL("4.2.2", AddressVerdict.FULL),
  SPAM("5.7.1", AddressVerdict.NONE),
  TOO_BIG("5.3.4", AddressVerdict.NONE),
  LATER("4.7.1", AddressVerdict.NONE),
  EXPIRED("4.4.7", AddressVerdict.NONE),
  UNKNOWN_USER("5.1.1", AddressVerdict.DEAD),
  UNKNOWN_HOST("5.1.2", AddressVerdict.DEAD),
  DISABLED("5.2.1", AddressVerdict.DEAD),
  REFUSED("5.7.1", AddressVerdict.NONE),
  NETWORK("4.4.1", AddressVerdict.NONE),
  SYSTEM("4.3.0", AddressVerdict.NONE),
  UNKNOWN("4.0.0", AddressVerdict.NONE);

  private final String status;
  private final AddressVerdict address;

  Cause(String status, AddressVerdict address) {
    this.status = status;
    this.address = address;
  }

  /** The enhanced status code that says the same (RFC 3463). */
  String status() {
    return status;
  }

  AddressVerdict address() {
    return address;
  }
}
