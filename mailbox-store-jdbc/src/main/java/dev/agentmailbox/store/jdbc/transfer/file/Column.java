package dev.agentmailbox.store.jdbc.transfer.file;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A column of a table.
 *
 * @param name in lower case
 */
public record Column(String name, Kind kind) {
  /** The JSON type of values: strings, numbers, booleans, base64 for bytes. */
  public enum Kind {
    TEXT,
    NUMBER,
    FLAG,
    BYTES;

    static Kind of(int sqlType) {
      return switch (sqlType) {
        case Types.VARCHAR, Types.CHAR, Types.LONGVARCHAR, Types.CLOB -> TEXT;
        case Types.SMALLINT, Types.INTEGER, Types.BIGINT -> NUMBER;
        case Types.BOOLEAN, Types.BIT -> FLAG;
        case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> BYTES;
        default -> throw new IllegalStateException("columns of SQL type " + sqlType);
      };
    }
  }

  /** A {@code String}, {@code Long} or {@code Boolean}; null for NULL. */
  @Nullable
  public Object read(ResultSet row, int index) throws SQLException {
    Object value =
        switch (kind) {
          case TEXT -> row.getString(index);
          case NUMBER -> row.getLong(index);
          case FLAG -> row.getBoolean(index);
          case BYTES -> encoded(row.getBytes(index));
        };
    return row.wasNull() ? null : value;
  }

  private static @Nullable String encoded(byte @Nullable [] bytes) {
    return bytes == null ? null : Base64.getEncoder().encodeToString(bytes);
  }

  public void bind(PreparedStatement statement, int index, JsonNode value) throws SQLException {
    if (value.isNull()) {
      statement.setNull(index, nullType());
      return;
    }
    switch (kind) {
      case TEXT -> statement.setString(index, value.stringValue());
      case NUMBER -> statement.setLong(index, value.longValue());
      case FLAG -> statement.setBoolean(index, value.booleanValue());
      case BYTES -> statement.setBytes(index, Base64.getDecoder().decode(value.stringValue()));
    }
  }

  private int nullType() {
    return switch (kind) {
      case TEXT -> Types.VARCHAR;
      case NUMBER -> Types.BIGINT;
      case FLAG -> Types.BOOLEAN;
      case BYTES -> Types.VARBINARY;
    };
  }
}
