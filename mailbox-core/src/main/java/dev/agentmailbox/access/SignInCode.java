package dev.agentmailbox.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A mailed one-time code, as stored.
 *
 * @param subject keyed identifier of address and purpose; at most one code is live per subject
 * @param hash keyed hash of the code and its subject
 * @param userId null when no account has the address: such a code never signs anyone in
 * @param attempts verification attempts made
 */
public record SignInCode(
    String subject, String hash, @Nullable String userId, int attempts, Instant expiresAt) {
  /** Most verification attempts per code. */
  public static final int MAX_ATTEMPTS = 3;

  public boolean mayBeTried(Instant now) {
    return attempts < MAX_ATTEMPTS && now.isBefore(expiresAt);
  }

  /** With one more attempt. */
  public SignInCode tried() {
    return new SignInCode(subject, hash, userId, attempts + 1, expiresAt);
  }

  /** Omits the hash. */
  @Override
  public String toString() {
    return "SignInCode[…]";
  }
}
