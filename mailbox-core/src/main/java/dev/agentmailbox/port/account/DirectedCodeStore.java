package dev.agentmailbox.port.account;

import dev.agentmailbox.access.DirectedCode;
import dev.agentmailbox.page.PageRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Codes with which agents sign up. */
public interface DirectedCodeStore {
  /** Returns false when another code has this hash. */
  boolean insert(DirectedCode code);

  /** The code of that hash, in any organization: whoever has the code may use it. */
  Optional<DirectedCode> findByHash(String hash);

  Optional<DirectedCode> find(String organizationId, String codeId);

  /** By (createdAt, id); one item more than the limit when there are more. */
  List<DirectedCode> list(String organizationId, PageRequest page);

  /**
   * Uses the code up.
   *
   * @return false when it was used, revoked or has expired; of many at once exactly one gets true
   */
  boolean use(String organizationId, String codeId, Instant now);

  /** Revokes a code that was neither used nor revoked. */
  void revoke(String organizationId, String codeId, Instant now);

  /** Removes codes that expired at or before that time, at most {@code limit}; returns how many. */
  int removeExpired(Instant expiredAtMost, int limit);
}
