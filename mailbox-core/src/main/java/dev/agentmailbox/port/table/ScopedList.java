package dev.agentmailbox.port.table;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PageRequest;
import java.util.stream.Stream;

/** A list that is read for an organization, one of its pods or one inbox. */
public record ScopedList<T>(Index<T> organization, Index<T> pod, Index<T> inbox) {
  /**
   * A list of rows with a scope.
   *
   * @param fixed further fixed columns, each preceded by comma and space; may be empty
   * @param order a time and an id
   */
  public static <T> ScopedList<T> of(String fixed, String order) {
    return new ScopedList<>(
        Index.list("org_id" + fixed, order),
        Index.list("org_id, pod_id" + fixed, order),
        Index.list("org_id, inbox_id" + fixed, order));
  }

  /** One page of the rows whose scope is this one or lies within it. */
  public Page<T> page(Table<T> table, Scope scope, PageRequest page, String... fixed) {
    Index<T> list =
        switch (scope.type()) {
          case ORGANIZATION -> organization;
          case POD -> pod;
          case INBOX -> inbox;
        };
    Stream<String> level =
        list.equals(organization)
            ? Stream.of(scope.organizationId())
            : Stream.of(scope.organizationId(), scope.id());
    String[] values = Stream.concat(level, Stream.of(fixed)).toArray(String[]::new);
    return table.page(list, page, values);
  }
}
