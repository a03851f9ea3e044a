package dev.agentmailbox.http.api.access;

import dev.agentmailbox.http.server.FormBody;
import dev.agentmailbox.service.access.grant.GrantRefusal;
import dev.agentmailbox.service.access.grant.GrantRefusal.Reason;
import dev.agentmailbox.service.access.grant.GrantTokens.Credentials;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** OAuth client credentials, in the header or the form but not both (RFC 6749 section 2.3.1). */
final class ClientCredentials {
  private static final String BASIC = "Basic ";

  private ClientCredentials() {}

  /**
   * Reads them.
   *
   * @throws GrantRefusal {@code invalid_client} when there are none, or both kinds
   */
  static Credentials of(Optional<String> header, FormBody form) {
    Optional<String> secret = form.find("client_secret");
    if (header.isEmpty()) {
      return new Credentials(
          form.find("client_id").orElseThrow(ClientCredentials::missing), secret.orElse(null));
    }
    Credentials basic = basic(header.get());
    boolean other = form.find("client_id").filter(id -> !id.equals(basic.clientId())).isPresent();
    if (secret.isPresent() || other) {
      throw missing();
    }
    return basic;
  }

  private static Credentials basic(String header) {
    if (!header.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
      throw missing();
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(header.substring(BASIC.length()).strip());
      String text = new String(bytes, StandardCharsets.UTF_8);
      int colon = text.indexOf(':');
      if (colon < 1 || text.contains("%00") || text.indexOf('\0') >= 0) {
        throw missing();
      }
      String secret = decoded(text.substring(colon + 1));
      return new Credentials(decoded(text.substring(0, colon)), secret.isEmpty() ? null : secret);
    } catch (IllegalArgumentException malformed) {
      throw missing();
    }
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private static GrantRefusal missing() {
    return new GrantRefusal(
        Reason.INVALID_CLIENT, "client credentials are required, by exactly one method");
  }
}
