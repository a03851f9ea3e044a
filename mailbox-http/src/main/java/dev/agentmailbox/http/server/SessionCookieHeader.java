package dev.agentmailbox.http.server;

import dev.agentmailbox.access.SessionCookie;

/**
 * The session cookie: HttpOnly, SameSite, and Secure where the service has https (RFC 6265bis
 * section 4.1).
 *
 * <p>It has no Max-Age: the server decides when a session ends.
 *
 * @param name the cookie's name
 * @param secure whether it is sent over https only
 */
public record SessionCookieHeader(String name, boolean secure) {
  private static final String NAME = "mailbox_session";

  /** The cookie of a service with that URL; with https its name has a cookie prefix. */
  public static SessionCookieHeader of(String baseUrl) {
    boolean https = baseUrl.startsWith("https:");
    return new SessionCookieHeader(https ? "__Host-" + NAME : NAME, https);
  }

  /** The value of {@code Set-Cookie} that starts a session. */
  public String start(SessionCookie cookie) {
    return name + "=" + cookie.reveal() + attributes();
  }

  /** The value of {@code Set-Cookie} that deletes it. */
  public String forget() {
    return name + "=; Max-Age=0" + attributes();
  }

  private String attributes() {
    return "; Path=/; HttpOnly; SameSite=Strict" + (secure ? "; Secure" : "");
  }
}
