package dev.agentmailbox.access;

import java.security.SecureRandom;

/** The secret that a browser keeps: 256 random bits as text. */
public final class SessionCookie extends SecretText {
  /** A cookie of that value. */
  public SessionCookie(String text) {
    super(text);
  }

  /** A new one from the given source of randomness. */
  public static SessionCookie generate(SecureRandom random) {
    return new SessionCookie(random(random));
  }
}
