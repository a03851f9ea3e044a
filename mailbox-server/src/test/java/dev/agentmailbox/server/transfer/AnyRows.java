package dev.agentmailbox.server.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.store.jdbc.Migrations;
import dev.agentmailbox.store.jdbc.transfer.Target;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rows of every table and raw messages, made up, whatever tables there are. */
final class AnyRows {
  private static final int CONTENTS = 40;
  private static final int LARGE_BYTES = 300_000;
  private static final Set<String> CONTENT = Set.of("content", "content_part");
  private static final List<String> TEXTS =
      List.of("plain", "quote \" \\ tab \t line \n end", "é 漢 \ud83d\ude00 \u2028 \ufffd", "");

  private final Target target;
  private final List<String> keys = new ArrayList<>();
  private final List<Integer> sizes = new ArrayList<>();

  AnyRows(Target target) {
    this.target = target;
  }

  /** The keys of the raw messages. */
  List<String> keys() {
    return keys;
  }

  /** Puts that many rows into each table, and commits. */
  void fill(int rows) throws SQLException, IOException {
    Random random = new Random(1);
    for (int i = 0; i < CONTENTS; i++) {
      byte[] bytes = new byte[i == 0 ? 0 : i == 1 ? LARGE_BYTES : 500 + i];
      random.nextBytes(bytes);
      // Two of equal bytes, and keys of both kinds of stores.
      byte[] content = i == 3 || i == 4 ? "same".getBytes(UTF_8) : bytes;
      String key =
          (i % 2 == 0 ? "" : "2026-11-21.0000/") + "019aa6d8c5" + "%02d".formatted(i) + "abc" + i;
      target.contentStore().restore(key, RawMessage.of(content));
      keys.add(key);
      sizes.add(content.length);
    }
    for (String table : Migrations.tables()) {
      if (!CONTENT.contains(table)) {
        fill(table, rows);
      }
    }
    target.connection().commit();
    target.checkpoint();
  }

  private void fill(String table, int rows) throws SQLException {
    String all = "SELECT * FROM " + table;
    try (PreparedStatement select = target.connection().prepareStatement(all)) {
      ResultSetMetaData columns = select.getMetaData();
      int count = columns.getColumnCount();
      String sql =
          "INSERT INTO %s VALUES (%s)"
              .formatted(table, String.join(", ", Collections.nCopies(count, "?")));
      try (PreparedStatement insert = target.connection().prepareStatement(sql)) {
        for (int row = 0; row < rows; row++) {
          for (int i = 1; i <= count; i++) {
            insert.setObject(i, value(columns, i, row));
          }
          insert.addBatch();
        }
        insert.executeBatch();
      }
    }
  }

  /** What the long texts of a row begin with. */
  static String marker(String table, int row) {
    return "%s-%05d:".formatted(table.toLowerCase(Locale.ROOT), row);
  }

  private @Nullable Object value(ResultSetMetaData columns, int index, int row)
      throws SQLException {
    String name = columns.getColumnName(index).toLowerCase(Locale.ROOT);
    if (name.equals("content_key")) {
      return keys.get(row % CONTENTS);
    }
    if (name.equals("size")) {
      return (long) sizes.get(row % CONTENTS);
    }
    if (name.equals("details")) {
      return "{}";
    }
    if (columns.isNullable(index) == ResultSetMetaData.columnNullable && row % 3 == 0) {
      return null;
    }
    return switch (columns.getColumnType(index)) {
      case Types.BIGINT -> row * 7_919_000_000L + index;
      case Types.INTEGER -> row * 31 + index;
      case Types.BOOLEAN -> row % 2 == 0;
      case Types.CLOB ->
          marker(columns.getTableName(index), row)
              + TEXTS.get(row % TEXTS.size()).repeat(row % 7 == 0 ? 100 : 1);
      default -> "%05d-%s".formatted(row, TEXTS.get((row + index) % TEXTS.size()));
    };
  }
}
