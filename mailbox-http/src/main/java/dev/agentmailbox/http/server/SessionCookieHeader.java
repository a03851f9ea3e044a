package dev.agentmailbox.http.server;

import dev.agentmailbox.access.SessionCookie;

/**
 * How a browser keeps a session: a cookie that scripts do not see, that other sites do not send,
 * and that leaves on https only where the service has https (RFC 6265bis section 4.1).
 *
 * <p>It has no age: the server decides when a session is over.
 *
 * @param name the cookie's name
 * @param secure whether it is sent on https only
 */
public record SessionCookieHeader(String name, boolean secure) {
  private static final String NAME = "mailbox_session";

  /** The cookie of a service with that address; on https its name has a prefix browsers guard. */
  public static SessionCookieHeader of(String baseUrl) {
    boolean https = baseUrl.startsWith("https:");
    return new SessionCookieHeader(https ? "__Host-" + NAME : NAME, https);
  }

  /** The value of {@code Set-Cookie} that starts a session. */
  public String start(SessionCookie cookie) {
    return name + "=" + cookie.reveal() + attributes();
  }

  /** The value of {@code Set-Cookie} that makes the browser forget it. */
  public String forget() {
    return name + "=; Max-Age=0" + attributes();
  }

  private String attributes() {
    return "; Path=/; HttpOnly; SameSite=Strict" + (secure ? "; Secure" : "");
  }
}
