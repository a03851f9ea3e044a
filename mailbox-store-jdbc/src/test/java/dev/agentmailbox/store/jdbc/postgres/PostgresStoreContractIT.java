package dev.agentmailbox.store.jdbc.postgres;

import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.StoreContracts;
import dev.agentmailbox.port.StoreFixtures;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * The PostgreSQL store keeps every promise of the ports. The store and its schema stay for all
 * tests, whose rows are removed after each: opening one takes longer than most tests.
 */
@Tag("slow")
class PostgresStoreContractIT extends StoreContracts {
  private static @Nullable PostgresStore store;
  private static @Nullable Connection cleaning;
  private static String deletes = "";

  @BeforeAll
  static void open() throws SQLException {
    PostgresUrl url = TestPostgres.schema();
    store = PostgresStore.openSweepingAll(url, SettableClock.at(StoreFixtures.START));
    cleaning = TestPostgres.connect(url);
    deletes = String.join(";", deletes(cleaning));
  }

  private static List<String> deletes(Connection connection) throws SQLException {
    List<String> deletes = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet tables =
            statement.executeQuery(
                "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
                    + " AND tablename NOT LIKE 'schema_%'")) {
      while (tables.next()) {
        deletes.add("DELETE FROM " + tables.getString(1));
      }
    }
    return deletes;
  }

  @AfterEach
  void empty() throws SQLException, IOException {
    // Of content that no row refers to, the store has some in memory.
    store().content().sweep(key -> false);
    try (Statement statement = Objects.requireNonNull(cleaning).createStatement()) {
      statement.execute(deletes);
    }
  }

  @AfterAll
  static void close() throws SQLException {
    if (store != null) {
      store.close();
    }
    if (cleaning != null) {
      cleaning.close();
    }
  }

  @Override
  protected MailboxStore store() {
    return Objects.requireNonNull(store);
  }
}
