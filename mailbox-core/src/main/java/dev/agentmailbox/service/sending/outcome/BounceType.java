package dev.agentmailbox.service.sending.outcome;

/** The values of {@code bounce_type}. */
public final class BounceType {
  /** Refused for good: a status of class 5. */
  public static final String PERMANENT = "permanent";

  /** Given up after refusals for now, or refused for a reason nobody understood. */
  public static final String TRANSIENT = "transient";

  private BounceType() {}
}
