package dev.agentmailbox.access;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a human allowed a program. What it may do, and whether it still may, is in the API key that
 * belongs to it and to nobody else; this is how the program came by it.
 *
 * @param id {@code gra_…}
 * @param keyId the API key; revoking it ends the grant
 * @param approvedBy {@code usr_…}
 * @param codeChallenge what the code's holder must answer, S256 (RFC 7636)
 * @param resource the address the grant is for; null when the program named none
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
   * The program.
   *
   * @param name as the human saw it
   * @param redirectUri where the code was sent
   */
  public record Client(String id, String name, String redirectUri) {}

  /** The address the grant is for (RFC 8707). */
  public Optional<String> audience() {
    return Optional.ofNullable(resource);
  }
}
