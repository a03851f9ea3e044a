package dev.agentmailbox.port.account;

import dev.agentmailbox.account.Invite;
import dev.agentmailbox.page.PageRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Invites of operators. */
public interface InviteStore {
  /** Returns false when another invite has this hash. */
  boolean insert(Invite invite);

  Optional<Invite> find(String inviteId);

  Optional<Invite> findByHash(String hash);

  /** By (createdAt, id); one item more than the limit when there are more. */
  List<Invite> list(PageRequest page);

  /**
   * Uses the invite up.
   *
   * @return false when it was used, revoked or has expired; of many at once exactly one gets true
   */
  boolean use(String inviteId, Instant now);

  /** Revokes an invite that was neither used nor revoked. */
  void revoke(String inviteId, Instant now);
}
