package dev.agentmailbox.port.access;

import dev.agentmailbox.access.Grant;
import dev.agentmailbox.access.GrantToken;
import dev.agentmailbox.page.PageRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** OAuth grants and their codes and tokens. */
public interface GrantStore {
  void insert(Grant grant);

  Optional<Grant> find(String organizationId, String grantId);

  /** Grants by (createdAt, id). */
  List<Grant> list(String organizationId, PageRequest page);

  void insertToken(GrantToken token);

  /** Finds a code or token for authentication; the only finder without an organization. */
  Optional<GrantToken> findToken(String hash);

  /** Marks a code or token as exchanged; false when it does not exist or was exchanged before. */
  boolean useToken(String hash, Instant usedAt);

  /** Removes a code or token; does nothing when it does not exist. */
  void removeToken(String hash);

  /**
   * Removes expired codes and tokens, earliest expiry first, at most {@code limit}; returns the
   * number removed.
   */
  int removeExpiredTokens(Instant now, int limit);
}
