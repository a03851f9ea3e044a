package dev.agentmailbox.store.jdbc.sql;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A table whose rows have amounts that are added to. Immutable. */
public final class AmountTable {
  private final String table;
  private final List<String> key;
  private final List<String> amounts;
  private final String insert;
  private final String update;

  public AmountTable(String table, List<String> key, List<String> amounts) {
    this.table = table;
    this.key = key;
    this.amounts = amounts;
    this.insert =
        "INSERT INTO %s (%s, %s) VALUES "
            .formatted(table, String.join(", ", key), String.join(", ", amounts));
    this.update =
        "UPDATE %s SET %s WHERE %s"
            .formatted(
                table,
                joined(amounts, amount -> amount + " = " + amount + " + ?", ", "),
                joined(key, column -> column + " = ?", " AND "));
  }

  private static String joined(List<String> columns, Function<String, String> each, String by) {
    return columns.stream().map(each).collect(Collectors.joining(by));
  }

  /**
   * Adds amounts, and inserts the rows that are missing, in the given order: one that all
   * transactions keep prevents deadlocks. One statement where the database has one for it.
   *
   * @param rows values of the key and the amounts, each row of another key
   */
  public void add(Statements statements, List<? extends List<?>> rows) {
    if (rows.isEmpty()) {
      return;
    }
    Optional<String> addition = statements.dialect().addToDuplicates(table, key, amounts);
    if (addition.isPresent()) {
      String places = String.join(", ", Collections.nCopies(rows.size(), placeholders()));
      List<?> values = rows.stream().flatMap(List::stream).toList();
      statements.write(statements.direct(insert + places + addition.get(), values));
    } else {
      addEach(statements, rows);
    }
  }

  private void addEach(Statements statements, List<? extends List<?>> rows) {
    int[] counts = statements.runEach(update, rows.stream().map(this::amountsFirst).toList());
    for (int i = 0; i < counts.length; i++) {
      List<?> row = rows.get(i);
      if (counts[i] == 0
          && !statements.runUnlessKnown(
              statements.directUnlessKnown(insert + placeholders(), row))) {
        statements.runEach(update, List.of(amountsFirst(row)));
      }
    }
  }

  private List<?> amountsFirst(List<?> row) {
    List<Object> values = new ArrayList<>(row.subList(key.size(), row.size()));
    values.addAll(row.subList(0, key.size()));
    return values;
  }

  private int width() {
    return key.size() + amounts.size();
  }

  private String placeholders() {
    return "(" + String.join(", ", Collections.nCopies(width(), "?")) + ")";
  }
}
