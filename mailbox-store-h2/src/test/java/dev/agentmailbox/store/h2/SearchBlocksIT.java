package dev.agentmailbox.store.h2;

import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.port.message.SearchStore.Entry;
import dev.agentmailbox.port.message.SearchStore.Query;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a search reads when there are many messages. */
class SearchBlocksIT {
  private static final int BATCH = 1_000;

  @TempDir Path directory;
  @AutoClose private H2Store store;
  private int events;

  @BeforeEach
  void open() {
    store = H2Store.open(directory.resolve("data"), SettableClock.at(StoreFixtures.START));
    StoreFixtures.world(store);
  }

  /** One message a second from {@code first} on. */
  private void index(int first, int count, String... words) {
    for (int from = first; from < first + count; from += BATCH) {
      int begin = from;
      int end = Math.min(first + count, from + BATCH);
      store.write(
          tx -> {
            for (int i = begin; i < end; i++) {
              Entry entry = new Entry(ONE.id(), "msg_%06d".formatted(i), "thr", at(i));
              tx.search().index(ONE, entry, Set.of(words));
            }
            return true;
          });
    }
  }

  private Page<Entry> find(String word, PageRequest page) {
    return store.read(tx -> tx.search().find(ORG_A, Query.of(word), page));
  }

  private int done(int second) {
    return store.tidy(at(second));
  }

  @Test
  void messages_of_a_block_that_has_not_the_word_are_not_read() throws SQLException {
    index(0, 2_000, "word", "other");
    index(2_000, 100, "newest");
    assertEquals(2, done(2_060), "blocks made");
    assertEquals(0, done(2_179), "nobody reads a block before its time");
    assertEquals(2, done(2_181), "blocks read");
    assertEquals(1, find("word", PageRequest.first(1)).items().size());

    try (Statement statement = store.database().own().createStatement()) {
      statement.executeUpdate("UPDATE search_words SET first_word = 'other', words = ' other'");
      store.database().own().commit();
    }
    assertEquals(List.of(), find("word", PageRequest.first(1)).items());
    assertNull(find("word", PageRequest.first(1)).next());
  }

  @Test
  void every_message_of_a_block_is_found_by_the_beginning_of_its_own_word() {
    store.write(
        tx -> {
          for (int i = 0; i < 3_500; i++) {
            Entry entry = new Entry(ONE.id(), "msg_%06d".formatted(i), "thr", at(i));
            tx.search().index(ONE, entry, Set.of("own%06dx".formatted(i)));
          }
          return true;
        });
    done(4_000);
    done(4_130);
    for (int i = 900; i < 1_100; i++) {
      for (boolean ascending : new boolean[] {true, false}) {
        Page<Entry> found = find("own%06d".formatted(i), new PageRequest(5, null, ascending));
        assertEquals(1, found.items().size(), "message " + i);
        assertEquals(at(i), found.items().get(0).createdAt());
        assertNull(found.next());
      }
    }
  }

  @Test
  void what_an_older_server_added_without_saying_so_is_found_after_a_start() throws SQLException {
    index(0, 2_000, "word");
    done(2_100);
    done(2_230);
    try (Statement statement = store.database().own().createStatement()) {
      statement.executeUpdate(
          """
          INSERT INTO search_document (org_id, inbox_id, created_at, message_id, pod_id, thread_id,
            words)
          SELECT org_id, inbox_id, created_at, 'msg_late', pod_id, thread_id, ' late'
          FROM search_document WHERE message_id = 'msg_000500'\
          """);
      store.database().own().commit();
    }
    assertEquals(List.of(), find("late", PageRequest.first(5)).items());

    store.close();
    store = H2Store.open(directory.resolve("data"), SettableClock.at(StoreFixtures.START));
    assertEquals(1, done(2_300), "one block of two is read again");
    assertEquals(1, find("late", PageRequest.first(5)).items().size());
    assertEquals(0, done(2_400));
  }

  @Test
  void words_of_a_removed_message_do_not_outlive_it() throws SQLException {
    index(0, 999, "word");
    index(999, 1, "word", "secret");
    done(2_000);
    done(2_130);
    assertEquals(1, rowsWith("secret"));

    store.write(
        tx -> {
          tx.search().remove(ONE, List.of("msg_000999"));
          return true;
        });
    assertEquals(1, done(2_131), "read again");
    assertEquals(0, rowsWith("secret"));
    assertEquals(1, rowsWith("word"));
    store.write(
        tx -> {
          tx.search().remove(ONE, IntStream.range(0, 999).mapToObj("msg_%06d"::formatted).toList());
          return true;
        });
    done(2_132);
    assertEquals(0, rowsWith("word"));
    assertEquals(0, count("SELECT COUNT(*) FROM search_block"), "an empty block goes");
  }

  @Test
  void names_are_not_among_the_words_of_a_block() throws SQLException {
    index(0, 1_000, "word", "@name");
    done(1_100);
    done(1_230);
    assertEquals(0, rowsWith("name"));
    assertEquals(1_000, count("SELECT COUNT(*) FROM mention"));
  }

  private long rowsWith(String word) throws SQLException {
    return count("SELECT COUNT(*) FROM search_words WHERE words LIKE '%" + word + "%'");
  }

  private long count(String sql) throws SQLException {
    try (Statement statement = store.database().own().createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      assertTrue(row.next());
      return row.getLong(1);
    }
  }

  @Test
  void what_came_while_a_look_was_waiting_gets_its_blocks_too() {
    assertEquals(0, done(0));
    index(0, 10, "word");
    grow();
    assertEquals(0, done(10), "looks a minute later");
    index(10, 1_990, "word");
    grow();
    assertEquals(0, done(70), "1,000 of them are not old enough");
    assertEquals(0, done(3_000), "looks a minute later");
    assertEquals(2, done(3_060), "and nothing else has grown");
  }

  private void grow() {
    store.write(
        tx -> {
          tx.publish(
              new Event(
                  "evt_" + ++events, EventType.ORG_RESUMED, at(0), ORG_A, null, null, Map.of()));
          return true;
        });
  }

  @Test
  void a_search_looks_up_so_many_blocks_and_says_where_to_go_on() throws SQLException {
    index(0, 1, "oldest");
    index(1, 1_500, "word");
    index(2_010, 100, "newest");
    try (Statement statement = store.database().own().createStatement()) {
      statement.executeUpdate(
          """
          INSERT INTO search_block (org_id, through, build_at, messages)
          SELECT '%s', %d + x, NULL, 0 FROM SYSTEM_RANGE(1, 5000)\
          """
              .formatted(ORG_A.organizationId(), at(2_000).toEpochMilli()));
      statement.executeUpdate(
          """
          INSERT INTO search_block (org_id, through, build_at, messages)
          VALUES ('%s', %d, 0, 0)\
          """
              .formatted(ORG_A.organizationId(), at(1_999).toEpochMilli()));
      store.database().own().commit();
    }
    for (boolean ascending : new boolean[] {true, false}) {
      int pages = 0;
      int found = 0;
      @Nullable PagePosition next = null;
      do {
        Page<Entry> page = find("oldest", new PageRequest(10, next, ascending));
        found += page.items().size();
        next = page.next();
        pages++;
      } while (next != null);
      assertEquals(1, found);
      assertEquals(2, pages, "2,000 blocks a page; the next begins with messages");
    }
  }

  @Test
  void fewer_messages_than_a_block_has_and_new_ones_stay_outside() {
    index(0, 999, "word");
    assertEquals(0, done(5_000));
    index(999, 1, "word");
    index(1_000, 1_000, "word");
    assertEquals(0, done(5_000), "the organization is not looked at again before it grows");
  }

  @Test
  void a_search_reads_so_many_messages_and_says_where_to_go_on() {
    index(0, 1, "oldest");
    index(1, 45_000, "word");

    Page<Entry> first = find("oldest", PageRequest.first(10));
    assertEquals(List.of(), first.items());
    assertNotNull(first.next(), "not the last page");
    Page<Entry> second = find("oldest", new PageRequest(10, first.next(), false));
    assertEquals(List.of(), second.items());
    assertNotNull(second.next());
    assertTrue(second.next().time().isBefore(first.next().time()));
    Page<Entry> third = find("oldest", new PageRequest(10, second.next(), false));
    assertEquals(1, third.items().size());
    assertNull(third.next());

    Page<Entry> upwards = find("oldest", new PageRequest(10, null, true));
    assertEquals(1, upwards.items().size());
    assertNotNull(upwards.next());
  }
}
