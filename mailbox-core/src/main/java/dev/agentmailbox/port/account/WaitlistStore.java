package dev.agentmailbox.port.account;

import dev.agentmailbox.account.WaitlistEntry;
import dev.agentmailbox.page.PageRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The waitlist. */
public interface WaitlistStore {
  /** Adds an entry, whose token hash is derived from 256 random bits. */
  void insert(WaitlistEntry entry);

  Optional<WaitlistEntry> find(String entryId);

  /**
   * Assigns the entry with this token to a human; from then on it does not expire.
   *
   * @return false when the token is unknown, assigned or expired
   */
  boolean take(String tokenHash, String userId, Instant now);

  /** Assigned entries, by (createdAt, id). */
  List<WaitlistEntry> waiting(PageRequest page);

  /** Removes all entries of a human; returns false when there were none. */
  boolean removeOf(String userId);

  /**
   * Removes unassigned entries that have expired, at most {@code limit}; returns the number
   * removed.
   */
  int removeExpired(Instant now, int limit);
}
