package dev.agentmailbox.store.jdbc.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Instants as milliseconds since 1970, the same in every database and every time zone. */
public final class Times {
  private Times() {}

  public static long of(Instant instant) {
    return instant.toEpochMilli();
  }

  public static @Nullable Long ofNullable(@Nullable Instant instant) {
    return instant == null ? null : instant.toEpochMilli();
  }

  public static Instant read(ResultSet row, String column) throws SQLException {
    return Instant.ofEpochMilli(row.getLong(column));
  }

  public static Instant read(ResultSet row, int column) throws SQLException {
    return Instant.ofEpochMilli(row.getLong(column));
  }

  public static @Nullable Instant readNullable(ResultSet row, String column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? null : Instant.ofEpochMilli(millis);
  }
}
