package dev.agentmailbox.port.access;

import dev.agentmailbox.access.Grant;
import dev.agentmailbox.access.GrantToken;
import dev.agentmailbox.page.PageRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Grants and their secrets. */
public interface GrantStore {
  void insert(Grant grant);

  Optional<Grant> find(String organizationId, String grantId);

  /** Grants by (createdAt, id); one item more than the page has. */
  List<Grant> list(String organizationId, PageRequest page);

  void insertToken(GrantToken token);

  /** For authentication: the one finder without an organization. */
  Optional<GrantToken> findToken(String hash);

  /** Marks as exchanged; of several who try, exactly one gets true. */
  boolean useToken(String hash, Instant usedAt);

  /** Removes one; none is no error. */
  void removeToken(String hash);

  /** Removes the first expired ones, at most so many; returns how many. */
  int removeExpiredTokens(Instant now, int limit);
}
