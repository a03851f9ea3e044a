package dev.agentmailbox.examples.benchmarks;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Grows a mailbox for benchmarks while no server runs: copies the message rows of an inbox with new
 * ids and earlier times.
 */
public final class Multiply {
  private static final List<String> TABLES =
      List.of(
          "message",
          "message_body",
          "message_label",
          "thread",
          "thread_label",
          "thread_reference",
          "search_document");

  /** Copies per statement. */
  private static final int STEP = 37;

  /** Time difference between successive copies. */
  private static final long MILLIS_APART = 600_000;

  private Multiply() {}

  /**
   * Runs it.
   *
   * @param args JDBC URL, user, password, inbox, copies
   */
  public static void main(String[] args) throws SQLException {
    String inbox = args[3];
    int copies = Integer.parseInt(args[4]);
    if (!inbox.matches("[a-z0-9.@-]+")) {
      throw new IllegalArgumentException("not an inbox");
    }
    try (Connection database = DriverManager.getConnection(args[0], args[1], args[2]);
        Statement statement = database.createStatement()) {
      boolean isH2 = args[0].startsWith("jdbc:h2:");
      // Earlier messages would all be in the first block that was made; they are made anew.
      statement.execute("DELETE FROM search_words");
      statement.execute("DELETE FROM search_block");
      for (String table : TABLES) {
        String mold = "mold_" + table;
        statement.execute("DROP TABLE IF EXISTS " + mold);
        statement.execute(
            "CREATE TABLE %s AS SELECT * FROM %s WHERE inbox_id = '%s'"
                .formatted(mold, table, inbox));
        List<String> columns = columns(statement, mold);
        for (int first = 1; first <= copies; first += STEP) {
          int last = Math.min(copies, first + STEP - 1);
          String numbers =
              isH2
                  ? "(SELECT x AS n FROM SYSTEM_RANGE(%d, %d))".formatted(first, last)
                  : "generate_series(%d, %d) AS".formatted(first, last);
          statement.execute(
              "INSERT INTO %s (%s) SELECT %s FROM %s, %s numbers%s"
                  .formatted(
                      table,
                      String.join(", ", columns),
                      String.join(", ", columns.stream().map(Multiply::copy).toList()),
                      mold,
                      numbers,
                      isH2 ? "" : "(n)"));
        }
        statement.execute("DROP TABLE " + mold);
      }
    }
  }

  private static List<String> columns(Statement statement, String table) throws SQLException {
    List<String> names = new ArrayList<>();
    try (ResultSet none = statement.executeQuery("SELECT * FROM " + table + " WHERE 1 = 0")) {
      for (int i = 1; i <= none.getMetaData().getColumnCount(); i++) {
        names.add(none.getMetaData().getColumnName(i));
      }
    }
    return names;
  }

  private static String copy(String column) {
    return switch (column.toLowerCase(Locale.ROOT)) {
      case "message_id", "thread_id", "reference_key" -> column + " || '-' || n";
      case "created_at", "last_at", "updated_at" -> column + " - n * " + MILLIS_APART;
      default -> column;
    };
  }
}
