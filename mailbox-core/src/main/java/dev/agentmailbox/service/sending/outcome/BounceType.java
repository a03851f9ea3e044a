package dev.agentmailbox.service.sending.outcome;

/** The values of {@code bounce_type}. */
public final class BounceType {
  /** Refused permanently: a status of class 5. */
  public static final String PERMANENT = "permanent";

  /** Given up after temporary failures, or refused for an unrecognized reason. */
  public static final String TRANSIENT = "transient";

  private BounceType() {}
}
