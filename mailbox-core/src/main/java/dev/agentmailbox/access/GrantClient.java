package dev.agentmailbox.access;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A program that may ask a human for a grant. Whatever it says of itself is unproved.
 *
 * @param id {@code cli_…} of a program that registered, or the address of the document in which it
 *     describes itself
 * @param name what it calls itself
 * @param redirectUris where answers may be sent
 * @param secretHash SHA-256 of its secret; null for a program that can keep none
 * @param usedAt when a grant was last made or renewed with it
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

  /** What its secret is compared with, when it has one. */
  public Optional<String> secret() {
    return Optional.ofNullable(secretHash);
  }

  /** Says nothing of the secret. */
  @Override
  public String toString() {
    return "GrantClient[" + id + "]";
  }
}
