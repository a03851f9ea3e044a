package dev.agentmailbox.memory.account;

import dev.agentmailbox.account.Organization;
import dev.agentmailbox.account.Postmaster;
import dev.agentmailbox.memory.event.MemoryEvents;
import dev.agentmailbox.memory.rows.Index;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.account.OrganizationStore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Organizations, in the order they were made. */
public final class MemoryOrganizations implements OrganizationStore {
  private static final List<String> ALL = List.of("all");

  private final UndoLog journal;
  private final Index index;
  private final MemoryEvents events;
  private final Map<String, Organization> rows = new LinkedHashMap<>();

  public MemoryOrganizations(UndoLog journal, MemoryEvents events) {
    this.journal = journal;
    this.events = events;
    this.index = new Index(journal);
  }

  @Override
  public void insert(Organization organization) {
    if (rows.containsKey(organization.id())) {
      throw new StoreException("organization " + organization.id() + " exists", null);
    }
    journal.put(rows, organization.id(), organization);
    index.add(ALL, organization.createdAt(), organization.id());
    events.open(organization.id());
  }

  @Override
  public Optional<Organization> find(String organizationId) {
    return Optional.ofNullable(rows.get(organizationId));
  }

  @Override
  public Optional<Organization> lock(String organizationId) {
    return find(organizationId);
  }

  @Override
  public Optional<Organization> first() {
    return rows.values().stream()
        .filter(row -> !row.id().equals(Postmaster.ORGANIZATION_ID))
        .findFirst();
  }

  @Override
  public List<Organization> list(PageRequest page) {
    return index.page(ALL, page).stream().map(id -> Objects.requireNonNull(rows.get(id))).toList();
  }

  @Override
  public boolean takeInbox(String organizationId) {
    Organization row = rows.get(organizationId);
    if (row == null || row.inboxCount() >= row.plan().inboxLimit()) {
      return false;
    }
    journal.put(rows, organizationId, withInboxes(row, row, row.inboxCount() + 1));
    return true;
  }

  @Override
  public void giveBackInbox(String organizationId) {
    Organization row = rows.get(organizationId);
    if (row != null && row.inboxCount() > 0) {
      journal.put(rows, organizationId, withInboxes(row, row, row.inboxCount() - 1));
    }
  }

  @Override
  public void update(Organization organization) {
    Organization row = rows.get(organization.id());
    if (row != null) {
      journal.put(rows, row.id(), withInboxes(row, organization, row.inboxCount()));
    }
  }

  private static Organization withInboxes(Organization row, Organization changed, int inboxes) {
    return new Organization(
        row.id(),
        changed.name(),
        row.serviceDomain(),
        changed.plan(),
        inboxes,
        changed.suspendedReason(),
        changed.policy(),
        row.createdAt(),
        changed.updatedAt());
  }
}
