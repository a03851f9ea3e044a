package dev.agentmailbox.memory.account;

import dev.agentmailbox.access.Role;
import dev.agentmailbox.account.Membership;
import dev.agentmailbox.memory.rows.Index;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.account.MemberStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Memberships, listed by organization and by person. */
public final class MemoryMembers implements MemberStore {
  private record Key(String organizationId, String userId) {}

  private final UndoLog journal;
  private final Map<Key, Membership> rows = new HashMap<>();
  private final Index ofOrganization;
  private final Index ofHuman;

  public MemoryMembers(UndoLog journal) {
    this.journal = journal;
    this.ofOrganization = new Index(journal);
    this.ofHuman = new Index(journal);
  }

  @Override
  public boolean insert(Membership membership) {
    String organization = membership.organizationId();
    String user = membership.userId();
    if (rows.containsKey(new Key(organization, user))) {
      return false;
    }
    journal.put(rows, new Key(organization, user), membership);
    ofOrganization.add(List.of(organization), membership.createdAt(), user);
    ofHuman.add(List.of(user), membership.createdAt(), organization);
    return true;
  }

  @Override
  public Optional<Membership> find(String organizationId, String userId) {
    return Optional.ofNullable(rows.get(new Key(organizationId, userId)));
  }

  @Override
  public Optional<Membership> lock(String organizationId, String userId) {
    return find(organizationId, userId);
  }

  @Override
  public List<Membership> ofHuman(String userId) {
    return ofHuman.all(userId).stream().map(organization -> row(organization, userId)).toList();
  }

  @Override
  public List<Membership> list(String organizationId, PageRequest page) {
    return ofOrganization.page(List.of(organizationId), page).stream()
        .map(user -> row(organizationId, user))
        .toList();
  }

  @Override
  public List<Membership> lockOwners(String organizationId) {
    return owners(organizationId);
  }

  @Override
  public List<Membership> owners(String organizationId) {
    return ofOrganization.all(organizationId).stream()
        .map(user -> row(organizationId, user))
        .filter(membership -> membership.role() == Role.OWNER && membership.isActive())
        .toList();
  }

  @Override
  public void update(Membership membership) {
    Membership row = rows.get(new Key(membership.organizationId(), membership.userId()));
    if (row != null) {
      journal.put(
          rows,
          new Key(row.organizationId(), row.userId()),
          new Membership(
              row.organizationId(),
              row.userId(),
              membership.role(),
              membership.status(),
              row.createdAt(),
              membership.updatedAt()));
    }
  }

  @Override
  public boolean delete(String organizationId, String userId) {
    Membership row = rows.get(new Key(organizationId, userId));
    if (row == null) {
      return false;
    }
    journal.remove(rows, new Key(organizationId, userId));
    ofOrganization.remove(List.of(organizationId), row.createdAt(), userId);
    ofHuman.remove(List.of(userId), row.createdAt(), organizationId);
    return true;
  }

  private Membership row(String organizationId, String userId) {
    return Objects.requireNonNull(rows.get(new Key(organizationId, userId)));
  }
}
