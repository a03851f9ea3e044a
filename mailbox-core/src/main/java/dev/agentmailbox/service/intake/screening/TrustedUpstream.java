package dev.agentmailbox.service.intake.screening;

/** Relays that hand mail to this service and were told to mark spam. Thread safe. */
public interface TrustedUpstream {
  /** Believes nobody. */
  TrustedUpstream NOBODY = address -> false;

  /**
   * Whether the client is one of them.
   *
   * @param address an IP address in text
   */
  boolean includes(String address);
}
