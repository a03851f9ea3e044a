package dev.agentmailbox.access;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An OAuth client. Everything it states about itself is unverified.
 *
 * @param id {@code cli_…} of a registered client, or the URL of its client ID metadata document
 * @param name self-declared name
 * @param redirectUris allowed redirect URIs
 * @param secretHash SHA-256 of its secret; null for a public client
 * @param usedAt when a grant was last issued or refreshed with it
 */
public record GrantClient(
    String id,
    String name,
    List<String> redirectUris,
    @Nullable String secretHash,
    Instant createdAt,
    Instant usedAt) {
  public GrantClient {
    redirectUris = List.copyOf(redirectUris);
  }

  /** Hash of the client secret; empty for a public client. */
  public Optional<String> secret() {
    return Optional.ofNullable(secretHash);
  }

  public GrantClient used(Instant time) {
    return new GrantClient(id, name, redirectUris, secretHash, createdAt, time);
  }

  /** Omits the secret. */
  @Override
  public String toString() {
    return "GrantClient[" + id + "]";
  }
}
