package dev.agentmailbox.port.access;

import dev.agentmailbox.access.GrantClient;
import java.time.Instant;
import java.util.Optional;

/** Dynamically registered OAuth clients (RFC 7591); they belong to no organization. */
public interface GrantClientStore {
  void insert(GrantClient client);

  Optional<GrantClient> find(String clientId);

  /** Records when a client was last used; callers throttle to once a day per client. */
  void touch(String clientId, Instant usedAt);

  /**
   * Removes clients last used at or before {@code usedAtMost}, longest unused first, at most {@code
   * limit}; returns the number removed.
   */
  int removeUnused(Instant usedAtMost, int limit);
}
