package dev.agentmailbox.store.jdbc.account;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Pod;
import dev.agentmailbox.account.Policy;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.account.PodStore;
import dev.agentmailbox.store.jdbc.sql.IndexRange;
import dev.agentmailbox.store.jdbc.sql.Json;
import dev.agentmailbox.store.jdbc.sql.Pages;
import dev.agentmailbox.store.jdbc.sql.RowCache.Table;
import dev.agentmailbox.store.jdbc.sql.Rows;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.TimeRange;
import dev.agentmailbox.store.jdbc.sql.Times;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Pods. */
public final class PodTable implements PodStore {
  private static final String INSERT =
      """
      INSERT INTO pod (org_id, pod_id, name, client_id, inbox_count, policy, created_at, updated_at)
      VALUES (:org_id, :pod_id, :name, :client_id, :inbox_count, :policy, :created_at,
        :updated_at)""";
  private static final String FIND =
      "SELECT * FROM pod WHERE org_id = :org_id AND pod_id = :pod_id";
  private static final String FIND_NAMED =
      """
      SELECT * FROM pod WHERE org_id = :org_id AND name = :name
      ORDER BY org_id, name, created_at FETCH FIRST 1 ROW ONLY""";
  private static final String FIND_CLIENT =
      "SELECT * FROM pod WHERE org_id = :org_id AND client_id = :client_id";
  private static final IndexRange LIST =
      IndexRange.of("SELECT * FROM pod", "org_id", "created_at", "pod_id");
  private static final String DELETE_EMPTY =
      "DELETE FROM pod WHERE org_id = :org_id AND pod_id = :pod_id AND inbox_count = 0";
  private static final String UPDATE =
      """
      UPDATE pod SET name = :name, policy = :policy, updated_at = :updated_at
      WHERE org_id = :org_id AND pod_id = :pod_id""";
  private static final String COUNT =
      """
      UPDATE pod SET inbox_count = inbox_count + :change
      WHERE org_id = :org_id AND pod_id = :pod_id""";

  private final Statements statements;

  public PodTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public boolean insert(Pod pod) {
    return statements.runUnlessKnown(
        statements
            .insertUnlessKnown(Table.POD, INSERT)
            .bind("org_id", pod.organizationId())
            .bind("pod_id", pod.id())
            .bind("name", pod.name())
            .bind("client_id", pod.clientId())
            .bind("inbox_count", pod.inboxCount())
            .bind("policy", Json.write(pod.policy()))
            .bind("created_at", Times.of(pod.createdAt()))
            .bind("updated_at", Times.of(pod.updatedAt())));
  }

  @Override
  public Optional<Pod> find(Scope scope, String podId) {
    return statements
        .cached(
            Table.POD,
            List.of(scope.organizationId(), podId),
            () -> find(scope.organizationId(), podId))
        .filter(pod -> scope.contains(pod.organizationId(), pod.id(), null));
  }

  private Optional<Pod> find(String organizationId, String podId) {
    return Rows.one(
        statements.query(FIND).bind("org_id", organizationId).bind("pod_id", podId),
        PodTable::read);
  }

  @Override
  public Optional<Pod> findDefault(String organizationId) {
    return Rows.one(
        statements.query(FIND_NAMED).bind("org_id", organizationId).bind("name", Pod.DEFAULT_NAME),
        PodTable::read);
  }

  @Override
  public Optional<Pod> findByClientId(String organizationId, String clientId) {
    return Rows.one(
        statements.query(FIND_CLIENT).bind("org_id", organizationId).bind("client_id", clientId),
        PodTable::read);
  }

  @Override
  public List<Pod> list(Scope scope, PageRequest page) {
    if (scope.podId() != null) {
      return Pages.ofOne(find(scope, scope.podId()), page, PodTable::position);
    }
    return Rows.list(
        LIST.query(statements, page, TimeRange.ALL).bind("org_id", scope.organizationId()),
        PodTable::read);
  }

  @Override
  public boolean deleteEmpty(Scope scope, String podId) {
    if (find(scope, podId).isEmpty()) {
      return false;
    }
    return statements.run(
            statements
                .update(Table.POD, DELETE_EMPTY)
                .bind("org_id", scope.organizationId())
                .bind("pod_id", podId))
        == 1;
  }

  @Override
  public void update(Pod pod) {
    statements.run(
        statements
            .update(Table.POD, UPDATE)
            .bind("org_id", pod.organizationId())
            .bind("pod_id", pod.id())
            .bind("name", pod.name())
            .bind("policy", Json.write(pod.policy()))
            .bind("updated_at", Times.of(pod.updatedAt())));
  }

  /** Changes the inbox count; false when the pod does not exist. */
  public boolean count(String organizationId, String podId, int change) {
    return statements.run(
            statements
                .update(Table.POD, COUNT)
                .bind("org_id", organizationId)
                .bind("pod_id", podId)
                .bind("change", change))
        == 1;
  }

  private static PagePosition position(Pod pod) {
    return new PagePosition(pod.createdAt(), pod.id());
  }

  private static Pod read(ResultSet row) throws SQLException {
    return new Pod(
        row.getString("pod_id"),
        row.getString("org_id"),
        row.getString("name"),
        row.getString("client_id"),
        row.getInt("inbox_count"),
        Json.read(row.getString("policy"), Policy.class),
        Times.read(row, "created_at"),
        Times.read(row, "updated_at"));
  }
}
