package dev.agentmailbox.port.account;

import dev.agentmailbox.access.SignUpClaim;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Inboxes created by sign-up and not yet claimed. */
public interface ClaimStore {
  /** Returns false when the organization has another claim with this hash. */
  boolean insert(SignUpClaim claim);

  Optional<SignUpClaim> findByHash(String organizationId, String hash);

  /** Removes a claim; false when there is none. */
  boolean remove(String organizationId, String inboxId);

  /** Claims that have expired, oldest first, at most {@code limit}. */
  List<SignUpClaim> due(Instant now, int limit);
}
