package dev.agentmailbox.store.h2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.h2.command.Command;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The pool of read connections. */
final class ReaderPoolTest {
  private static final String QUERY = "SELECT name FROM item WHERE id = ?";
  private static final Duration LONG = Duration.ofMinutes(1);

  private final JdbcDataSource source = new JdbcDataSource();
  private final List<ReaderPool> pools = new ArrayList<>();
  private Connection keeper;

  @BeforeEach
  void open() throws SQLException {
    source.setURL("jdbc:h2:mem:" + UUID.randomUUID());
    keeper = source.getConnection();
    try (Statement statement = keeper.createStatement()) {
      statement.execute("CREATE TABLE item (id INT PRIMARY KEY, name VARCHAR)");
      statement.execute("INSERT INTO item VALUES (1, 'one')");
    }
  }

  @AfterEach
  void close() throws SQLException {
    pools.forEach(ReaderPool::close);
    try (Connection last = keeper;
        Statement statement = last.createStatement()) {
      statement.execute("SHUTDOWN");
    }
  }

  private ReaderPool pool(int size, Duration acquireTimeout) {
    ReaderPool made = new ReaderPool(source, size, acquireTimeout);
    pools.add(made);
    return made;
  }

  private static SessionLocal session(Connection connection) throws SQLException {
    return (SessionLocal) connection.unwrap(JdbcConnection.class).getSession();
  }

  private static void read(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement query = connection.prepareStatement(QUERY)) {
      query.setInt(1, 1);
      try (ResultSet rows = query.executeQuery()) {
        assertTrue(rows.next());
      }
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  @Test
  void a_returned_connection_keeps_its_parsed_statements() throws SQLException {
    ReaderPool pool = pool(2, LONG);
    SessionLocal session;
    Command parsed;
    try (Connection first = pool.getConnection()) {
      read(first);
      session = session(first);
      parsed = session.prepareLocal(QUERY);
      parsed.close();
    }
    try (Connection second = pool.getConnection()) {
      assertEquals(session, session(second));
      assertEquals(parsed, session.prepareLocal(QUERY));
    }
  }

  @Test
  void a_caller_waits_for_a_connection_and_gives_up_in_time() throws SQLException {
    ReaderPool pool = pool(2, Duration.ZERO);
    try (Connection first = pool.getConnection();
        Connection second = pool.getConnection()) {
      assertNotNull(first);
      assertNotNull(second);
      assertThrows(SQLTimeoutException.class, pool::getConnection);
    }
    pool.getConnection().close();
  }

  @Test
  void the_seventeenth_caller_waits_until_a_connection_is_returned() throws Exception {
    assertEquals(16, ReaderPool.MAX_CONNECTIONS);
    ReaderPool pool = pool(ReaderPool.MAX_CONNECTIONS, LONG);
    List<Connection> all = new ArrayList<>();
    for (int i = 0; i < ReaderPool.MAX_CONNECTIONS; i++) {
      all.add(pool.getConnection());
    }
    SessionLocal session = session(all.get(3));
    FutureTask<Connection> seventeenth = new FutureTask<>(pool::getConnection);
    Thread caller = new Thread(seventeenth);
    caller.start();
    while (caller.getState() != Thread.State.TIMED_WAITING && caller.isAlive()) {
      Thread.onSpinWait();
    }
    assertFalse(seventeenth.isDone());
    all.get(3).close();
    Connection waited = seventeenth.get(LONG.toSeconds(), TimeUnit.SECONDS);
    assertEquals(session, session(waited));
    waited.close();
    for (Connection each : all) {
      each.close();
    }
  }

  @Test
  void a_caller_that_waited_too_long_leaves_the_connections_to_others() throws SQLException {
    ReaderPool pool = pool(1, Duration.ofMillis(20));
    try (Connection only = pool.getConnection()) {
      SQLTimeoutException failure = assertThrows(SQLTimeoutException.class, pool::getConnection);
      assertEquals("too many reads wait for a database connection", failure.getMessage());
      read(only);
    }
    pool.getConnection().close();
  }

  @Test
  void an_open_transaction_ends_when_its_connection_is_returned() throws SQLException {
    ReaderPool pool = pool(1, LONG);
    try (Connection first = pool.getConnection()) {
      first.setAutoCommit(false);
      try (Statement statement = first.createStatement()) {
        statement.execute("UPDATE item SET name = 'two'");
      }
    }
    try (Connection second = pool.getConnection();
        Statement statement = second.createStatement();
        ResultSet rows = statement.executeQuery("SELECT name FROM item")) {
      assertTrue(second.getAutoCommit());
      assertTrue(rows.next());
      assertEquals("one", rows.getString(1));
    }
  }

  @Test
  void a_returned_connection_refuses_use_and_a_second_return_has_no_effect() throws SQLException {
    ReaderPool pool = pool(2, Duration.ZERO);
    Connection connection = pool.getConnection();
    assertFalse(connection.isClosed());
    connection.close();
    connection.close();
    assertTrue(connection.isClosed());
    assertThrows(SQLException.class, () -> connection.prepareStatement(QUERY));
    List<Connection> all = new ArrayList<>(List.of(pool.getConnection(), pool.getConnection()));
    assertThrows(SQLTimeoutException.class, pool::getConnection);
    for (Connection each : all) {
      each.close();
    }
  }

  @Test
  void a_broken_connection_is_replaced() throws SQLException {
    ReaderPool pool = pool(1, Duration.ZERO);
    SessionLocal broken;
    try (Connection connection = pool.getConnection()) {
      broken = session(connection);
      broken.close();
    }
    try (Connection connection = pool.getConnection()) {
      read(connection);
    }
  }

  @Test
  void a_failure_to_connect_does_not_use_up_the_pool() throws SQLException {
    ReaderPool pool = pool(1, Duration.ZERO);
    String url = source.getURL();
    source.setURL("jdbc:h2:mem:missing;IFEXISTS=TRUE");
    for (int i = 0; i < 3; i++) {
      SQLException failure = assertThrows(SQLException.class, pool::getConnection);
      assertFalse(failure instanceof SQLTimeoutException);
    }
    source.setURL(url);
    pool.getConnection().close();
  }

  @Test
  void a_closed_pool_gives_no_connection() throws SQLException {
    ReaderPool pool = pool(1, LONG);
    pool.getConnection().close();
    pool.close();
    assertThrows(SQLException.class, pool::getConnection);
  }
}
