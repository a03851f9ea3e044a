package dev.agentmailbox.store.jdbc.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.store.jdbc.sql.RowCache.Table;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RowCacheTest {
  private final RowCache cache = new RowCache(true);
  private final Map<String, String> database = new HashMap<>(Map.of("one", "first"));
  private int reads;

  private String read(String key) {
    return cache.get(
        Table.POD,
        key,
        () -> {
          reads++;
          return database.getOrDefault(key, "none");
        });
  }

  @Test
  void a_row_is_read_once_and_kept_for_later_transactions() {
    assertEquals("first", read("one"));
    cache.endTransaction();
    assertEquals("first", read("one"));
    assertEquals(1, reads);
  }

  @Test
  void a_changed_table_is_read_until_the_transaction_ends_and_once_after_it() {
    read("one");
    cache.change(Table.POD);
    database.put("one", "second");
    assertEquals("second", read("one"));
    // Rolled back: what was read in between must not stay.
    database.put("one", "first");
    cache.endTransaction();
    assertEquals("first", read("one"));
    assertEquals("first", read("one"));
    assertEquals(3, reads);
  }

  @Test
  void a_row_that_was_read_while_its_table_changed_is_not_kept() {
    String old =
        cache.get(
            Table.POD,
            "one",
            () -> {
              String row = database.get("one");
              cache.change(Table.POD);
              database.put("one", "second");
              cache.endTransaction();
              return row;
            });
    assertEquals("first", old);
    assertEquals("second", read("one"));
  }

  @Test
  void until_the_transaction_ends_other_transactions_keep_nothing_of_a_changed_table() {
    cache.change(Table.POD);
    assertEquals("first", read("one"));
    database.put("one", "second");
    assertEquals("second", read("one"));
    cache.endTransaction();
    assertEquals("second", read("one"));
    assertEquals(3, reads);
  }

  @Test
  void a_change_of_another_table_keeps_the_row() {
    read("one");
    cache.change(Table.ORGANIZATION);
    assertEquals("first", read("one"));
    assertEquals(1, reads);
  }

  @Test
  void the_row_over_the_limit_takes_the_place_of_the_one_used_longest_ago() {
    for (int i = 0; i < RowCache.MAX_ROWS; i++) {
      read("row" + i);
    }
    read("row0");
    assertEquals(RowCache.MAX_ROWS, reads);
    read("over");
    read("row0");
    assertEquals(RowCache.MAX_ROWS + 1, reads);
    read("row1");
    assertEquals(RowCache.MAX_ROWS + 2, reads);
  }
}
