package dev.agentmailbox.store.jdbc.transfer.file;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One row as one line of JSON, always in the same way, so that equal rows of two databases are
 * equal lines: names in order, no blanks, everything as UTF-8 but control characters, quotes,
 * backslashes and surrogates without their other half.
 */
public final class RowLine {
  private final StringBuilder text = new StringBuilder();

  private RowLine() {}

  /**
   * Writes a row.
   *
   * @param first the place of the first column in the result
   * @return without a line feed
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
