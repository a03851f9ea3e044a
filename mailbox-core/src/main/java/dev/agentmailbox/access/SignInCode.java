package dev.agentmailbox.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A code that was mailed to somebody, as stored.
 *
 * @param subject whom the code lets in where, never in clear; there is one live code for each
 * @param hash keyed hash of the code and its subject
 * @param userId null when nobody has the address: such a code lets nobody in
 * @param attempts how often it was tried
 */
public record SignInCode(
    String subject, String hash, @Nullable String userId, int attempts, Instant expiresAt) {
  /** A code can be tried that often. */
  public static final int MAX_ATTEMPTS = 3;

  /** Says nothing of the hash. */
  @Override
  public String toString() {
    return "SignInCode[…]";
  }
}
