package dev.agentmailbox.store.jdbc.postgres;

import static dev.agentmailbox.port.MessageFixture.message;
import static dev.agentmailbox.port.SendFixture.send;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.StoreFixtures;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Content is in the database no later than the row that refers to it. */
class UnwrittenContentIT {
  private static final int PART = 256 * 1024;

  /** One more than is written when there is no room. */
  private static final int MANY = (8 << 20) / PART + 1;

  private PostgresUrl url;
  private PostgresStore store;

  @BeforeEach
  void open() {
    url = TestPostgres.schema();
    store = open(url);
    StoreFixtures.world(store);
  }

  private static PostgresStore open(PostgresUrl url) {
    return PostgresStore.openSweepingAll(url, SettableClock.at(StoreFixtures.START));
  }

  @AfterEach
  void close() {
    if (store != null) {
      store.close();
    }
  }

  private String keep(byte[] bytes) throws IOException {
    try (ContentStore.Spool spool = store.content().spool()) {
      spool.out().write(bytes);
      return spool.keep();
    }
  }

  private boolean isWritten(String key) throws SQLException {
    try (Connection connection = TestPostgres.connect(url);
        PreparedStatement count =
            connection.prepareStatement(
                "SELECT COUNT(*) FROM content JOIN content_part USING (content_key)"
                    + " WHERE content_key = ?")) {
      count.setString(1, key);
      try (ResultSet row = count.executeQuery()) {
        return row.next() && row.getInt(1) == 1;
      }
    }
  }

  private byte[] read(String key) throws IOException {
    try (InputStream content = store.content().find(key).orElseThrow().open()) {
      return content.readAllBytes();
    }
  }

  private void insert(String id, String key) {
    store.write(
        tx -> {
          message(ONE, id).content(key).insert(tx);
          return true;
        });
  }

  @Test
  void it_is_written_with_the_message_that_refers_to_it() throws Exception {
    String key = keep(new byte[] {1, 2, 3});
    assertEquals(false, isWritten(key));
    assertArrayEquals(new byte[] {1, 2, 3}, read(key), "and can be read before");
    insert("msg_1", key);
    assertTrue(isWritten(key));
    insert("msg_2", key);

    try (PostgresStore other = open(url)) {
      assertEquals(3, other.content().find(key).orElseThrow().size());
    }
    assertEquals(0, store.content().sweep(key::equals), "nothing else was kept");
    assertArrayEquals(new byte[] {1, 2, 3}, read(key));
  }

  @Test
  void it_is_written_with_a_send() throws Exception {
    String key = keep(new byte[] {1});
    store.write(
        tx -> {
          send(ONE, "out_1").content(key).insert(tx);
          return true;
        });
    assertTrue(isWritten(key));
  }

  @Test
  void a_transaction_that_fails_leaves_it_to_the_next() throws Exception {
    String key = keep(new byte[] {1});
    assertThrows(
        IllegalStateException.class,
        () ->
            store.write(
                tx -> {
                  message(ONE, "msg_1").content(key).insert(tx);
                  throw new IllegalStateException("fails");
                }));
    assertEquals(false, isWritten(key));
    insert("msg_1", key);
    assertTrue(isWritten(key));
  }

  @Test
  void what_is_deleted_before_is_never_written() throws Exception {
    String key = keep(new byte[] {1});
    store.content().delete(key);
    assertTrue(store.content().find(key).isEmpty());
    assertEquals(0, store.content().sweep(any -> false));
  }

  @Test
  void a_sweep_removes_what_no_row_refers_to() throws Exception {
    String key = keep(new byte[] {1});
    assertEquals(1, store.content().sweep(any -> false));
    assertTrue(store.content().find(key).isEmpty());
  }

  @Test
  void more_than_there_is_room_for_is_written_at_once() throws Exception {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      byte[] bytes = new byte[PART];
      bytes[0] = (byte) i;
      keys.add(keep(bytes));
    }
    for (int i = 0; i < MANY; i++) {
      assertEquals(i < MANY - 1, isWritten(keys.get(i)), "content " + i);
      assertEquals((byte) i, read(keys.get(i))[0]);
      insert("msg_" + i, keys.get(i));
      assertTrue(isWritten(keys.get(i)));
    }
  }
}
