package dev.agentmailbox.port.account;

import dev.agentmailbox.access.SignUpClaim;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Inboxes made by sign-up that wait to be claimed. */
public interface ClaimStore {
  /** Returns false when the organization has another claim with this hash. */
  boolean insert(SignUpClaim claim);

  Optional<SignUpClaim> findByHash(String organizationId, String hash);

  /** Ends the wait; false when it had ended: of many at once exactly one gets true. */
  boolean remove(String organizationId, String inboxId);

  /** Claims that expired at or before that time, the oldest first. */
  List<SignUpClaim> due(Instant now, int limit);
}
