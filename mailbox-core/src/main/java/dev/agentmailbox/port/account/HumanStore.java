package dev.agentmailbox.port.account;

import dev.agentmailbox.account.Human;
import java.util.Optional;

/** Humans. Their organizations are in {@link MemberStore}. */
public interface HumanStore {
  /** Returns false when the email address is taken; atomic. */
  boolean insert(Human human);

  Optional<Human> find(String userId);

  /**
   * Finds a human by address.
   *
   * @param email in lower case
   */
  Optional<Human> findByEmail(String email);

  /** Writes operator, status and updatedAt. */
  void update(Human human);
}
