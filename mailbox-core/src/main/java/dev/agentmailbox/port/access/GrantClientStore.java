package dev.agentmailbox.port.access;

import dev.agentmailbox.access.GrantClient;
import java.time.Instant;
import java.util.Optional;

/** Programs that registered themselves; of no organization. */
public interface GrantClientStore {
  void insert(GrantClient client);

  Optional<GrantClient> find(String clientId);

  /** Notes when it was last used; callers do so at most once a day for each. */
  void touch(String clientId, Instant usedAt);

  /** Removes the longest unused ones, at most so many; returns how many. */
  int removeUnused(Instant usedAtMost, int limit);
}
