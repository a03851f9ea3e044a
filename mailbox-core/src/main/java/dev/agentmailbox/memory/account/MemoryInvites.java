package dev.agentmailbox.memory.account;

import dev.agentmailbox.access.CodeStatus;
import dev.agentmailbox.account.Invite;
import dev.agentmailbox.memory.rows.RowList;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.memory.rows.UniqueKey;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.account.InviteStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Invites by id, by hash and by creation. */
public final class MemoryInvites implements InviteStore {
  private final Rows<String, Invite> rows;
  private final UniqueKey<String, Invite> byHash;
  private final RowList<Invite> list;

  public MemoryInvites(UndoLog undo) {
    rows = new Rows<>(undo, Invite::id);
    byHash = rows.unique(Invite::hash);
    list = rows.list(Invite::createdAt);
  }

  @Override
  public boolean insert(Invite invite) {
    return rows.insert(invite);
  }

  @Override
  public Optional<Invite> find(String inviteId) {
    return rows.find(inviteId);
  }

  @Override
  public Optional<Invite> findByHash(String hash) {
    return byHash.find(hash);
  }

  @Override
  public List<Invite> list(PageRequest page) {
    return list.page(page);
  }

  @Override
  public boolean use(String inviteId, Instant now) {
    return rows.updateIf(
        inviteId,
        invite -> invite.status(now) == CodeStatus.ACTIVE,
        invite -> ended(invite, now, null));
  }

  @Override
  public void revoke(String inviteId, Instant now) {
    rows.updateIf(
        inviteId,
        invite -> invite.usedAt() == null && invite.revokedAt() == null,
        invite -> ended(invite, null, now));
  }

  private static Invite ended(Invite row, @Nullable Instant usedAt, @Nullable Instant revokedAt) {
    return new Invite(
        row.id(),
        row.email(),
        row.hash(),
        row.createdBy(),
        row.createdAt(),
        row.expiresAt(),
        usedAt,
        revokedAt);
  }
}
