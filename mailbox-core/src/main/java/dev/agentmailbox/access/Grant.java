package dev.agentmailbox.access;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An OAuth grant to a client. Its permissions and validity are those of the dedicated API key; the
 * grant records how the client obtained it.
 *
 * @param id {@code gra_…}
 * @param keyId the dedicated API key; revoking it ends the grant
 * @param approvedBy {@code usr_…}
 * @param codeChallenge PKCE challenge, S256 (RFC 7636)
 * @param resource resource indicator (RFC 8707); null when the client sent none
 */
public record Grant(
    String id,
    String organizationId,
    String keyId,
    Client client,
    String approvedBy,
    String codeChallenge,
    @Nullable String resource,
    Instant createdAt) {
  /**
   * The client.
   *
   * @param name as shown to the human
   * @param redirectUri where the authorization code was sent
   */
  public record Client(String id, String name, String redirectUri) {}

  /** The audience of the grant's tokens (RFC 8707). */
  public Optional<String> audience() {
    return Optional.ofNullable(resource);
  }
}
