package dev.agentmailbox.port.account;

import dev.agentmailbox.access.DirectedCode;
import dev.agentmailbox.page.PageRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Sign-up codes for agents. */
public interface DirectedCodeStore {
  /** Returns false when the id or the hash is taken. */
  boolean insert(DirectedCode code);

  /** Finds a code by hash in any organization: possession of the code is the authorization. */
  Optional<DirectedCode> findByHash(String hash);

  Optional<DirectedCode> find(String organizationId, String codeId);

  /** By (createdAt, id). */
  List<DirectedCode> list(String organizationId, PageRequest page);

  /**
   * Consumes a code.
   *
   * @return false when it was used, was revoked or has expired
   */
  boolean use(String organizationId, String codeId, Instant now);

  /** Revokes a code unless it was used or revoked before. */
  void revoke(String organizationId, String codeId, Instant now);

  /**
   * Removes codes that expired at or before {@code expiredAtMost}, at most {@code limit}; returns
   * the number removed.
   */
  int removeExpired(Instant expiredAtMost, int limit);
}
