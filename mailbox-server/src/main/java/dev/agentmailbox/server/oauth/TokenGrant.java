package dev.agentmailbox.server.oauth;

import java.net.URI;
import java.util.Optional;

/**
 * How access tokens are asked for (RFC 6749): with a refresh token if there is one (section 6),
 * otherwise with client credentials (section 4.4). {@code toString} omits secrets.
 *
 * @param tokenUrl token endpoint
 * @param clientSecret empty for a public client, which has a refresh token
 * @param scope empty for that of the endpoint
 */
public record TokenGrant(
    URI tokenUrl,
    String clientId,
    Optional<String> clientSecret,
    Optional<String> refreshToken,
    Optional<String> scope) {
  @Override
  public String toString() {
    return "TokenGrant[" + tokenUrl.getHost() + "]";
  }
}
