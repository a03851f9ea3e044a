package dev.agentmailbox.store.jdbc.account;

import dev.agentmailbox.access.Role;
import dev.agentmailbox.account.Membership;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.account.MemberStore;
import dev.agentmailbox.store.jdbc.sql.IndexRange;
import dev.agentmailbox.store.jdbc.sql.Rows;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.TimeRange;
import dev.agentmailbox.store.jdbc.sql.Times;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;

/** Memberships. */
public final class MemberTable implements MemberStore {
  private static final String INSERT =
      """
      INSERT INTO membership (org_id, user_id, member_role, member_status, created_at,
        updated_at)
      VALUES (:org_id, :user_id, :member_role, :member_status, :created_at, :updated_at)""";
  private static final String SELECT = "SELECT * FROM membership";
  private static final String FIND = SELECT + " WHERE org_id = :org_id AND user_id = :user_id";
  private static final String OF_HUMAN =
      SELECT + " WHERE user_id = :user_id ORDER BY user_id, created_at, org_id";
  private static final IndexRange LIST = IndexRange.of(SELECT, "org_id", "created_at", "user_id");
  private static final String LOCK = FIND + " FOR UPDATE";
  private static final String OF_ROLE =
      SELECT + " WHERE org_id = :org_id AND member_role = :member_role";
  private static final String OWNERS = OF_ROLE + " ORDER BY org_id, member_role, user_id";

  /** Without ORDER BY, for which H2 would sort; the index of roles has the same order. */
  private static final String LOCK_OWNERS = OF_ROLE + " FOR UPDATE";

  private static final String UPDATE =
      """
      UPDATE membership SET member_role = :member_role, member_status = :member_status,
        updated_at = :updated_at
      WHERE org_id = :org_id AND user_id = :user_id""";
  private static final String DELETE =
      "DELETE FROM membership WHERE org_id = :org_id AND user_id = :user_id";

  private final Statements statements;

  public MemberTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public boolean insert(Membership membership) {
    return statements.runUnlessKnown(
        bindChangeable(statements.insertUnlessKnown(INSERT), membership)
            .bind("created_at", Times.of(membership.createdAt())));
  }

  @Override
  public Optional<Membership> find(String organizationId, String userId) {
    return one(statements.query(FIND), organizationId, userId);
  }

  @Override
  public Optional<Membership> lock(String organizationId, String userId) {
    return one(statements.lockingQuery(LOCK), organizationId, userId);
  }

  private static Optional<Membership> one(Query query, String organizationId, String userId) {
    return Rows.one(
        query.bind("org_id", organizationId).bind("user_id", userId), MemberTable::read);
  }

  @Override
  public List<Membership> ofHuman(String userId) {
    return Rows.list(statements.query(OF_HUMAN).bind("user_id", userId), MemberTable::read);
  }

  @Override
  public List<Membership> list(String organizationId, PageRequest page) {
    return Rows.list(
        LIST.query(statements, page, TimeRange.ALL).bind("org_id", organizationId),
        MemberTable::read);
  }

  @Override
  public List<Membership> owners(String organizationId) {
    return owners(statements.query(OWNERS), organizationId);
  }

  @Override
  public List<Membership> lockOwners(String organizationId) {
    return owners(statements.lockingQuery(LOCK_OWNERS), organizationId);
  }

  /** Excludes the few pending members, so that the index of roles applies. */
  private static List<Membership> owners(Query query, String organizationId) {
    return query
        .bind("org_id", organizationId)
        .bind("member_role", Role.OWNER.wireName())
        .map((row, context) -> read(row))
        .filter(membership -> membership.status() == Membership.Status.ACTIVE)
        .list();
  }

  @Override
  public void update(Membership membership) {
    statements.run(bindChangeable(statements.update(UPDATE), membership));
  }

  @Override
  public boolean delete(String organizationId, String userId) {
    return statements.run(
            statements.update(DELETE).bind("org_id", organizationId).bind("user_id", userId))
        == 1;
  }

  private static Update bindChangeable(Update update, Membership membership) {
    return update
        .bind("org_id", membership.organizationId())
        .bind("user_id", membership.userId())
        .bind("member_role", membership.role().wireName())
        .bind("member_status", membership.status().wireName())
        .bind("updated_at", Times.of(membership.updatedAt()));
  }

  private static Membership read(ResultSet row) throws SQLException {
    return new Membership(
        row.getString("org_id"),
        row.getString("user_id"),
        Role.named(row.getString("member_role")).orElseThrow(),
        Membership.Status.valueOf(row.getString("member_status").toUpperCase(Locale.ROOT)),
        Times.read(row, "created_at"),
        Times.read(row, "updated_at"));
  }
}
