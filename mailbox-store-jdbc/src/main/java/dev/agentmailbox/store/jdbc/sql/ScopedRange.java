package dev.agentmailbox.store.jdbc.sql;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.page.PageRequest;
import org.jdbi.v3.core.statement.Query;

/**
 * A list at organization, pod and inbox level, each with its own index.
 *
 * @param organization its fixed columns start with org_id
 * @param pod its fixed columns start with org_id, or a filter names pod_id
 * @param inbox its fixed columns start with org_id, inbox_id
 */
public record ScopedRange(IndexRange organization, IndexRange pod, IndexRange inbox) {
  /**
   * A list whose indexes start with org_id; org_id, pod_id; org_id, inbox_id.
   *
   * @param fixed further fixed columns, each preceded by comma and space; may be empty
   */
  public static ScopedRange of(String select, String fixed, String time, String id, String filter) {
    return new ScopedRange(
        IndexRange.of(select, "org_id" + fixed, time, id, filter),
        IndexRange.of(select, "org_id, pod_id" + fixed, time, id, filter),
        IndexRange.of(select, "org_id, inbox_id" + fixed, time, id, filter));
  }

  /** A measurement, see {@link IndexRange#measured}. */
  public ScopedRange measured(String time) {
    return new ScopedRange(organization.measured(time), pod.measured(time), inbox.measured(time));
  }

  /** The items of the page plus one; the scope is already bound. */
  public Query query(Statements statements, Scope scope, PageRequest page, TimeRange window) {
    return query(statements, scope, page, window, page.limit() + 1);
  }

  /** At most this many rows, regardless of the page limit. */
  public Query query(
      Statements statements, Scope scope, PageRequest page, TimeRange window, int rows) {
    Query query =
        switch (scope.type()) {
          case ORGANIZATION -> organization.query(statements, page, window, rows);
          case POD -> pod.query(statements, page, window, rows).bind("pod_id", scope.podId());
          case INBOX ->
              inbox.query(statements, page, window, rows).bind("inbox_id", scope.inboxId());
        };
    return query.bind("org_id", scope.organizationId());
  }
}
