package dev.agentmailbox.memory.account;

import dev.agentmailbox.access.Role;
import dev.agentmailbox.account.Membership;
import dev.agentmailbox.memory.rows.RowList;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.account.MemberStore;
import java.util.List;
import java.util.Optional;

/** Memberships by organization and by human. */
public final class MemoryMembers implements MemberStore {
  private record Key(String organizationId, String userId) {
    static Key of(Membership membership) {
      return new Key(membership.organizationId(), membership.userId());
    }
  }

  private final Rows<Key, Membership> rows;
  private final RowList<Membership> ofOrganization;
  private final RowList<Membership> ofHuman;

  public MemoryMembers(UndoLog undo) {
    rows = new Rows<>(undo, Key::of);
    ofOrganization =
        rows.list(Membership::organizationId, Membership::createdAt, Membership::userId);
    ofHuman = rows.list(Membership::userId, Membership::createdAt, Membership::organizationId);
  }

  @Override
  public boolean insert(Membership membership) {
    return rows.insert(membership);
  }

  @Override
  public Optional<Membership> find(String organizationId, String userId) {
    return rows.find(new Key(organizationId, userId));
  }

  @Override
  public Optional<Membership> lock(String organizationId, String userId) {
    return find(organizationId, userId);
  }

  @Override
  public List<Membership> ofHuman(String userId) {
    return ofHuman.all(userId);
  }

  @Override
  public List<Membership> list(String organizationId, PageRequest page) {
    return ofOrganization.page(organizationId, page);
  }

  @Override
  public List<Membership> lockOwners(String organizationId) {
    return owners(organizationId);
  }

  @Override
  public List<Membership> owners(String organizationId) {
    return ofOrganization.all(organizationId).stream()
        .filter(membership -> membership.role() == Role.OWNER && membership.isActive())
        .toList();
  }

  @Override
  public void update(Membership membership) {
    rows.update(
        Key.of(membership),
        row ->
            new Membership(
                row.organizationId(),
                row.userId(),
                membership.role(),
                membership.status(),
                row.createdAt(),
                membership.updatedAt()));
  }

  @Override
  public boolean delete(String organizationId, String userId) {
    return rows.remove(new Key(organizationId, userId));
  }
}
