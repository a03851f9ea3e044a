package dev.agentmailbox.memory.account;

import dev.agentmailbox.access.CodeStatus;
import dev.agentmailbox.account.Invite;
import dev.agentmailbox.memory.rows.Index;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.account.InviteStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Invites by id, by hash and by creation. */
public final class MemoryInvites implements InviteStore {
  private static final List<String> ALL = List.of("all");

  private final UndoLog journal;
  private final Map<String, Invite> rows = new HashMap<>();
  private final Map<String, String> byHash = new HashMap<>();
  private final Index list;

  public MemoryInvites(UndoLog journal) {
    this.journal = journal;
    this.list = new Index(journal);
  }

  @Override
  public boolean insert(Invite invite) {
    if (byHash.containsKey(invite.hash())) {
      return false;
    }
    journal.put(byHash, invite.hash(), invite.id());
    journal.put(rows, invite.id(), invite);
    list.add(ALL, invite.createdAt(), invite.id());
    return true;
  }

  @Override
  public Optional<Invite> find(String inviteId) {
    return Optional.ofNullable(rows.get(inviteId));
  }

  @Override
  public Optional<Invite> findByHash(String hash) {
    return Optional.ofNullable(byHash.get(hash)).map(rows::get);
  }

  @Override
  public List<Invite> list(PageRequest page) {
    return list.page(ALL, page).stream().map(id -> Objects.requireNonNull(rows.get(id))).toList();
  }

  @Override
  public boolean use(String inviteId, Instant now) {
    Optional<Invite> usable =
        find(inviteId).filter(invite -> invite.status(now) == CodeStatus.ACTIVE);
    usable.ifPresent(invite -> write(invite, now, null));
    return usable.isPresent();
  }

  @Override
  public void revoke(String inviteId, Instant now) {
    find(inviteId)
        .filter(invite -> invite.usedAt() == null && invite.revokedAt() == null)
        .ifPresent(invite -> write(invite, null, now));
  }

  private void write(Invite row, @Nullable Instant usedAt, @Nullable Instant revokedAt) {
    journal.put(
        rows,
        row.id(),
        new Invite(
            row.id(),
            row.email(),
            row.hash(),
            row.createdBy(),
            row.createdAt(),
            row.expiresAt(),
            usedAt,
            revokedAt));
  }
}
