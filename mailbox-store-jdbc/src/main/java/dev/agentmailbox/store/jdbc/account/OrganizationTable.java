package dev.agentmailbox.store.jdbc.account;

import dev.agentmailbox.account.Organization;
import dev.agentmailbox.account.Plan;
import dev.agentmailbox.account.Policy;
import dev.agentmailbox.account.Postmaster;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.account.OrganizationStore;
import dev.agentmailbox.store.jdbc.sql.IndexRange;
import dev.agentmailbox.store.jdbc.sql.Json;
import dev.agentmailbox.store.jdbc.sql.RowCache.Table;
import dev.agentmailbox.store.jdbc.sql.Rows;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.TimeRange;
import dev.agentmailbox.store.jdbc.sql.Times;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.Update;

/** Organizations. */
public final class OrganizationTable implements OrganizationStore {
  private static final String INSERT =
      """
      INSERT INTO organization (org_id, name, service_domain, inbox_limit, daily_recipients,
        daily_api_calls, inbox_count, suspended_reason, policy, created_at, updated_at)
      VALUES (:org_id, :name, :service_domain, :inbox_limit, :daily_recipients,
        :daily_api_calls, :inbox_count, :suspended_reason, :policy, :created_at, :updated_at)""";
  private static final String INSERT_HEAD =
      "INSERT INTO event_head (org_id, last_seq, min_seq) VALUES (:org_id, 0, 1)";
  private static final String FIND = "SELECT * FROM organization WHERE org_id = :org_id";
  private static final String LOCK = FIND + " FOR UPDATE";
  private static final String FIRST =
      """
      SELECT * FROM organization WHERE org_id <> :postmaster
      ORDER BY created_at, org_id FETCH FIRST 1 ROW ONLY""";
  private static final IndexRange LIST =
      IndexRange.of("SELECT * FROM organization", "", "created_at", "org_id");
  private static final String TAKE_INBOX =
      """
      UPDATE organization SET inbox_count = inbox_count + 1
      WHERE org_id = :org_id AND inbox_count < inbox_limit""";
  private static final String GIVE_BACK_INBOX =
      """
      UPDATE organization SET inbox_count = inbox_count - 1
      WHERE org_id = :org_id AND inbox_count > 0""";
  private static final String UPDATE =
      """
      UPDATE organization SET name = :name, inbox_limit = :inbox_limit,
        daily_recipients = :daily_recipients, daily_api_calls = :daily_api_calls,
        suspended_reason = :suspended_reason, policy = :policy, updated_at = :updated_at
      WHERE org_id = :org_id""";

  private final Statements statements;

  public OrganizationTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public void insert(Organization organization) {
    statements.run(
        bindChangeable(statements.update(Table.ORGANIZATION, INSERT), organization)
            .bind("service_domain", organization.serviceDomain())
            .bind("inbox_count", organization.inboxCount())
            .bind("created_at", Times.of(organization.createdAt())));
    statements.run(statements.update(INSERT_HEAD).bind("org_id", organization.id()));
  }

  @Override
  public Optional<Organization> find(String organizationId) {
    return statements.cached(
        Table.ORGANIZATION,
        organizationId,
        () ->
            Rows.one(
                statements.query(FIND).bind("org_id", organizationId), OrganizationTable::read));
  }

  @Override
  public Optional<Organization> lock(String organizationId) {
    return Rows.one(
        statements.lockingQuery(LOCK).bind("org_id", organizationId), OrganizationTable::read);
  }

  @Override
  public Optional<Organization> first() {
    return Rows.one(
        statements.query(FIRST).bind("postmaster", Postmaster.ORGANIZATION_ID),
        OrganizationTable::read);
  }

  @Override
  public List<Organization> list(PageRequest page) {
    return Rows.list(LIST.query(statements, page, TimeRange.ALL), OrganizationTable::read);
  }

  @Override
  public boolean takeInbox(String organizationId) {
    return statements.run(
            statements.update(Table.ORGANIZATION, TAKE_INBOX).bind("org_id", organizationId))
        == 1;
  }

  @Override
  public void giveBackInbox(String organizationId) {
    statements.run(
        statements.update(Table.ORGANIZATION, GIVE_BACK_INBOX).bind("org_id", organizationId));
  }

  @Override
  public void update(Organization organization) {
    statements.run(bindChangeable(statements.update(Table.ORGANIZATION, UPDATE), organization));
  }

  private static Update bindChangeable(Update update, Organization organization) {
    return update
        .bind("org_id", organization.id())
        .bind("name", organization.name())
        .bind("inbox_limit", organization.plan().inboxLimit())
        .bind("daily_recipients", organization.plan().dailyRecipients())
        .bind("daily_api_calls", organization.plan().dailyApiCalls())
        .bind("suspended_reason", organization.suspendedReason())
        .bind("policy", Json.write(organization.policy()))
        .bind("updated_at", Times.of(organization.updatedAt()));
  }

  private static Organization read(ResultSet row) throws SQLException {
    return new Organization(
        row.getString("org_id"),
        row.getString("name"),
        row.getString("service_domain"),
        new Organization.Rules(
            new Plan(
                row.getInt("inbox_limit"),
                row.getInt("daily_recipients"),
                row.getInt("daily_api_calls")),
            row.getString("suspended_reason"),
            Json.read(row.getString("policy"), Policy.class)),
        row.getInt("inbox_count"),
        Times.read(row, "created_at"),
        Times.read(row, "updated_at"));
  }
}
