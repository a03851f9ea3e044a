package dev.agentmailbox.memory.account;

import dev.agentmailbox.account.Organization;
import dev.agentmailbox.account.Postmaster;
import dev.agentmailbox.memory.event.MemoryEvents;
import dev.agentmailbox.memory.rows.RowList;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.account.OrganizationStore;
import java.util.List;
import java.util.Optional;

/** Organizations by creation. */
public final class MemoryOrganizations implements OrganizationStore {
  /** Two, because the service's own organization may be the oldest. */
  private static final PageRequest OLDEST = new PageRequest(2, null, true);

  private final MemoryEvents events;
  private final Rows<String, Organization> rows;
  private final RowList<Organization> list;

  public MemoryOrganizations(UndoLog undo, MemoryEvents events) {
    this.events = events;
    rows = new Rows<>(undo, Organization::id);
    list = rows.list(Organization::createdAt);
  }

  @Override
  public void insert(Organization organization) {
    rows.add(organization);
    events.open(organization.id());
  }

  @Override
  public Optional<Organization> find(String organizationId) {
    return rows.find(organizationId);
  }

  @Override
  public Optional<Organization> lock(String organizationId) {
    return find(organizationId);
  }

  @Override
  public Optional<Organization> first() {
    return list(OLDEST).stream()
        .filter(row -> !row.id().equals(Postmaster.ORGANIZATION_ID))
        .findFirst();
  }

  @Override
  public List<Organization> list(PageRequest page) {
    return list.page(page);
  }

  @Override
  public boolean takeInbox(String organizationId) {
    return rows.updateIf(
        organizationId,
        row -> row.inboxCount() < row.plan().inboxLimit(),
        row -> withInboxes(row, row, row.inboxCount() + 1));
  }

  @Override
  public void giveBackInbox(String organizationId) {
    rows.updateIf(
        organizationId,
        row -> row.inboxCount() > 0,
        row -> withInboxes(row, row, row.inboxCount() - 1));
  }

  @Override
  public void update(Organization organization) {
    rows.update(organization.id(), row -> withInboxes(row, organization, row.inboxCount()));
  }

  private static Organization withInboxes(Organization row, Organization changed, int inboxes) {
    return new Organization(
        row.id(),
        changed.name(),
        row.serviceDomain(),
        changed.rules(),
        inboxes,
        row.createdAt(),
        changed.updatedAt());
  }
}
