package dev.agentmailbox.http.table;

import dev.agentmailbox.http.shape.Components;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.ParameterLocation;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All operations, validated. An invalid table stops the start.
 *
 * <p>Immutable and thread safe.
 */
public final class OperationTable {
  private final List<Operation> rows;
  private final Map<String, Operation> byId = new LinkedHashMap<>();
  private final Router router;

  /**
   * Validates the rows and builds the router.
   *
   * @throws IllegalStateException when the table is invalid, with all problems in the message
   */
  public OperationTable(List<Operation> rows) {
    this.rows = List.copyOf(rows);
    TableCheck check = new TableCheck();
    rows.forEach(check::row);
    check.refuseIfWrong();
    rows.forEach(row -> byId.put(row.id(), row));
    this.router = new Router(rows);
  }

  public List<Operation> rows() {
    return rows;
  }

  public Router router() {
    return router;
  }

  /** The row with that id. */
  public Optional<Operation> find(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  private static final class TableCheck {
    private final Set<String> ids = new HashSet<>();
    private final Set<String> tools = new HashSet<>();
    private final Components components = Components.openApi();
    private final StringBuilder faults = new StringBuilder();

    private void row(Operation row) {
      check(ids.add(row.id()), row, "its id is not unique");
      row.tool().ifPresent(tool -> check(tools.add(tool), row, "its tool name is not unique"));
      check(row.hasHandler() || row.refusal().isPresent(), row, "it has no handler");
      check(
          row.refusal().isPresent() || !row.answers().isEmpty() || !row.isDocumented(),
          row,
          "it has no answer");
      check(
          !row.access().isPublic() || row.permissions().isEmpty(),
          row,
          "a public operation needs no permission");
      check(
          !row.is(Trait.REQUIRES_IDEMPOTENCY_KEY) || row.acceptsIdempotencyKey(),
          row,
          "only a POST takes an idempotency key");
      check(!row.isDocumented() || !row.summary().isEmpty(), row, "it has no summary");
      fields(row);
      row.body().schema(components);
      row.answers().forEach(answer -> schemaOf(answer));
    }

    private void schemaOf(ResponseSpec answer) {
      if (answer.shape() != null) {
        answer.shape().schema(components);
      }
    }

    private void fields(Operation row) {
      Set<String> names = new HashSet<>();
      Set<String> placeholders = new HashSet<>(row.path().placeholders());
      check(
          placeholders.size() == row.path().placeholders().size(),
          row,
          "a path parameter is repeated");
      for (Field<?> field : row.parameters()) {
        check(names.add(field.name()), row, "two fields are named " + field.name());
        if (field.location() == ParameterLocation.PATH) {
          check(
              placeholders.remove(field.name()),
              row,
              "no path parameter for field " + field.name());
        }
      }
      for (Field<?> field : row.body().fields()) {
        check(names.add(field.name()), row, "two fields are named " + field.name());
      }
      check(placeholders.isEmpty(), row, "no field for path parameters " + placeholders);
    }

    private void check(boolean good, Operation row, String fault) {
      if (!good) {
        faults.append('\n').append(row).append(" (").append(row.id()).append("): ").append(fault);
      }
    }

    private void refuseIfWrong() {
      if (!faults.isEmpty()) {
        throw new IllegalStateException("the operation table is invalid:" + faults);
      }
    }
  }
}
