package dev.agentmailbox.store.jdbc.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A text is parsed again only when it is new, another, too long, or was dropped. */
class ParsedRowsTest {
  private final ParsedRows rows = new ParsedRows();
  private final AtomicInteger parsed = new AtomicInteger();

  private String get(String id, String text) {
    return rows.get(
        id,
        text,
        json -> {
          parsed.incrementAndGet();
          return "value of " + json;
        });
  }

  private void assertParsed(int times) {
    assertEquals(times, parsed.getAndSet(0));
  }

  @Test
  void a_text_is_parsed_once() {
    assertEquals("value of a", get("1", "a"));
    assertEquals("value of a", get("1", "ba".substring(1)));
    assertParsed(1);
  }

  @Test
  void another_text_of_the_row_is_parsed_again() {
    get("1", "a");
    assertEquals("value of b", get("1", "b"));
    assertEquals("value of b", get("1", "b"));
    assertParsed(2);
  }

  @Test
  void a_long_text_is_not_kept() {
    String longest = "x".repeat(ParsedRows.MAX_CHARACTERS);
    get("1", longest);
    get("1", longest);
    assertParsed(1);
    get("2", longest + "x");
    get("2", longest + "x");
    assertParsed(2);
  }

  @Test
  void a_deleted_row_is_not_kept() {
    get("1", "a");
    get("2", "b");
    rows.forget(List.of("1", "3"));
    get("1", "a");
    get("2", "b");
    assertParsed(3);
  }

  @Test
  void all_are_dropped_when_there_is_too_much() {
    String longest = "x".repeat(ParsedRows.MAX_CHARACTERS);
    int most = ParsedRows.MAX_KEPT / ParsedRows.MAX_CHARACTERS;
    for (int i = 0; i < most; i++) {
      get(String.valueOf(i), longest);
    }
    get("0", longest);
    assertParsed(most);
    get("one more", longest);
    get("one more", longest);
    get("0", longest);
    assertParsed(2);
  }
}
