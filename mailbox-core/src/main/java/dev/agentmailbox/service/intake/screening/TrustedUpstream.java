package dev.agentmailbox.service.intake.screening;

/** Relays in front of this service that mark spam. Thread safe. */
public interface TrustedUpstream {
  /** No relay. */
  TrustedUpstream NOBODY = address -> false;

  /**
   * Whether the client is such a relay.
   *
   * @param address IP address as text
   */
  boolean includes(String address);
}
