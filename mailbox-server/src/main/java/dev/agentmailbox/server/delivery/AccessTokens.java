package dev.agentmailbox.server.delivery;

import java.io.IOException;

/** OAuth 2 access tokens (RFC 6750) for a relay. Thread safe. */
public interface AccessTokens extends AutoCloseable {
  /**
   * A token that is valid for a while; may wait for the token endpoint.
   *
   * @throws IOException with one line without secrets when there is none
   */
  String current() throws IOException;

  /** The relay refused this token: the next {@link #current} is another one. */
  void refused(String token);

  @Override
  void close();
}
