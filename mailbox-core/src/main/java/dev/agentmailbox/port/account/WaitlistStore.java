package dev.agentmailbox.port.account;

import dev.agentmailbox.account.WaitlistEntry;
import dev.agentmailbox.page.PageRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Places on the waitlist. */
public interface WaitlistStore {
  /** Adds an entry; its token is of 256 random bits and new. */
  void insert(WaitlistEntry entry);

  Optional<WaitlistEntry> find(String entryId);

  /**
   * Gives the entry of that token to a person; it does not expire any more.
   *
   * @return false when it is unknown, taken or has expired; of many at once exactly one gets true
   */
  boolean take(String tokenHash, String userId, Instant now);

  /** Entries that somebody took, by (createdAt, id); one item more when there are more. */
  List<WaitlistEntry> waiting(PageRequest page);

  /** Removes every entry of a person; returns false when there was none. */
  boolean removeOf(String userId);

  /** Removes entries that nobody took in time, at most {@code limit}; returns how many. */
  int removeExpired(Instant now, int limit);
}
