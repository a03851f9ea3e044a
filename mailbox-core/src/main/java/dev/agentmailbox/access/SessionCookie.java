package dev.agentmailbox.access;

import java.security.SecureRandom;

/** The value of a session cookie: 256 random bits as text. */
public final class SessionCookie extends SecretText {
  public SessionCookie(String text) {
    super(text);
  }

  public static SessionCookie generate(SecureRandom random) {
    return new SessionCookie(random(random));
  }
}
