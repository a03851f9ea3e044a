package dev.agentmailbox.port.account;

import dev.agentmailbox.account.Human;
import java.util.Optional;

/** People. They belong to no organization themselves, see {@link MemberStore}. */
public interface HumanStore {
  /** Returns false when the e-mail address is taken; exact under any concurrency. */
  boolean insert(Human human);

  Optional<Human> find(String userId);

  /**
   * Finds by address.
   *
   * @param email in lower case
   */
  Optional<Human> findByEmail(String email);

  /** Writes operator, status and updatedAt. */
  void update(Human human);
}
