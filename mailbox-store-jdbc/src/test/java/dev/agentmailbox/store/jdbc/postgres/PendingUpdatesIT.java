package dev.agentmailbox.store.jdbc.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.store.jdbc.sql.Dialect;
import dev.agentmailbox.store.jdbc.sql.DirectUpdate;
import dev.agentmailbox.store.jdbc.sql.RowCache;
import dev.agentmailbox.store.jdbc.sql.SqlFailure;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.UnwrittenContent;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Updates that wait are seen by whatever asks, in their order, and fail the transaction. */
class PendingUpdatesIT {
  private static final String INSERT = "INSERT INTO item (id, amount) VALUES (:id, :amount)";
  private static final String ADD = "UPDATE item SET amount = amount + :amount WHERE id = :id";

  private Handle handle;
  private Statements statements;

  @BeforeEach
  void open() throws SQLException {
    handle = Jdbi.open(TestPostgres.connect(TestPostgres.schema()));
    handle.execute("CREATE TABLE item (id INT PRIMARY KEY, amount BIGINT NOT NULL)");
    handle.execute("CREATE TABLE other (id INT PRIMARY KEY)");
    handle.begin();
    statements =
        new Statements(
            () -> handle,
            new PostgresDialect(),
            true,
            new RowCache(false),
            new UnwrittenContent(0));
  }

  @AfterEach
  void close() {
    if (handle != null) {
      handle.rollback();
      handle.close();
    }
  }

  private DirectUpdate item(String sql, int id, long amount) {
    return statements.direct(sql).bind("id", id).bind("amount", amount);
  }

  private List<Long> amounts() {
    return statements.query("SELECT amount FROM item ORDER BY id").mapTo(Long.class).list();
  }

  @Test
  void a_query_of_their_table_sees_them_in_their_order() {
    statements.write(item(INSERT, 1, 5));
    statements.write(item(ADD, 1, 7));
    assertEquals(List.of(12L), amounts());
  }

  @Test
  void a_query_of_another_table_leaves_them_waiting() {
    statements.write(item(INSERT, 1, 5));
    assertEquals(List.of(), statements.query("SELECT id FROM other").mapTo(Integer.class).list());
    assertEquals(0, handle.createQuery("SELECT COUNT(*) FROM item").mapTo(Integer.class).one());
    statements.finish();
    assertEquals(List.of(5L), amounts());
  }

  @Test
  void an_update_whose_result_is_needed_takes_them_along() {
    statements.write(item(INSERT, 1, 5));
    assertEquals(1, statements.run(item(ADD, 1, 7)));
    statements.write(item(ADD, 1, 1));
    assertEquals(Optional.of(20L), statements.runReturning(item(ADD + " RETURNING amount", 1, 7)));
    assertEquals(Optional.empty(), statements.runReturning(item(ADD + " RETURNING amount", 2, 7)));
  }

  @Test
  void so_many_rows_that_they_are_sent_apart_stay_in_order() {
    DirectUpdate insert = statements.direct(INSERT);
    for (int id = 0; id < 1_500; id++) {
      insert.bind("id", id).bind("amount", 1L).add();
    }
    statements.write(item(INSERT, -1, 1));
    statements.writeAll(insert);
    statements.write(item("UPDATE item SET amount = amount * :amount WHERE id >= :id", 0, 2));
    assertEquals(1 + 2 * 1_500, amounts().stream().mapToLong(amount -> amount).sum());
  }

  @Test
  void one_that_fails_fails_what_took_it_along() {
    statements.write(item(INSERT, 1, 5));
    statements.write(item(INSERT, 1, 5));
    UnableToExecuteStatementException failure =
        assertThrows(
            UnableToExecuteStatementException.class, () -> statements.run(item(ADD, 1, 7)));
    assertEquals(Dialect.DUPLICATE_KEY, SqlFailure.of(failure).getSQLState());
  }
}
