package dev.agentmailbox.port.account;

import dev.agentmailbox.account.Invite;
import dev.agentmailbox.page.PageRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Invites issued by operators. */
public interface InviteStore {
  /** Returns false when the id or the hash is taken. */
  boolean insert(Invite invite);

  Optional<Invite> find(String inviteId);

  Optional<Invite> findByHash(String hash);

  /** By (createdAt, id). */
  List<Invite> list(PageRequest page);

  /**
   * Consumes an invite.
   *
   * @return false when it was used, was revoked or has expired
   */
  boolean use(String inviteId, Instant now);

  /** Revokes an invite unless it was used or revoked before. */
  void revoke(String inviteId, Instant now);
}
