package dev.agentmailbox.store.jdbc.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.Query;

/** Runs queries and reads their rows. */
public final class Rows {
  private Rows() {}

  /** Reads the columns of one row. */
  @FunctionalInterface
  public interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** The row of a query that finds at most one. */
  public static <T> Optional<T> one(Query query, Reader<T> reader) {
    return query.map((row, context) -> reader.read(row)).findOne();
  }

  /** All rows. */
  public static <T> List<T> list(Query query, Reader<T> reader) {
    return query.map((row, context) -> reader.read(row)).list();
  }
}
