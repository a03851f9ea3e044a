package dev.agentmailbox.store.jdbc.transfer.file;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a row as a line of canonical JSON, so that equal rows of different databases are equal
 * lines: names sorted, no white space, escapes only for control characters, quotes, backslashes and
 * lone surrogates.
 */
public final class RowLine {
  private final StringBuilder text = new StringBuilder();

  private RowLine() {}

  /**
   * Writes a row.
   *
   * @param first index of the first column in the result
   * @return the line without its line feed
   */
  public static byte[] of(List<Column> columns, ResultSet row, int first) throws SQLException {
    RowLine line = new RowLine();
    for (int i = 0; i < columns.size(); i++) {
      line.add(columns.get(i).name(), columns.get(i).read(row, first + i));
    }
    return line.bytes();
  }

  private void add(String name, @Nullable Object value) {
    text.append(text.isEmpty() ? '{' : ',');
    quote(name);
    text.append(':');
    if (value instanceof String string) {
      quote(string);
    } else {
      text.append(value);
    }
  }

  private byte[] bytes() {
    return text.append('}').toString().getBytes(StandardCharsets.UTF_8);
  }

  private void quote(String value) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < ' ' || isLone(value, i)) {
        text.append("\\u%04x".formatted((int) c));
      } else {
        text.append(c);
      }
    }
    text.append('"');
  }

  private static boolean isLone(String value, int index) {
    char c = value.charAt(index);
    if (Character.isHighSurrogate(c)) {
      return index + 1 == value.length() || !Character.isLowSurrogate(value.charAt(index + 1));
    }
    return Character.isLowSurrogate(c)
        && (index == 0 || !Character.isHighSurrogate(value.charAt(index - 1)));
  }
}
