package dev.agentmailbox.store.jdbc.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WordChunkTest {
  @Test
  void a_key_is_sorted_alike_everywhere_and_keeps_what_is_a_prefix() {
    assertEquals("abc09", WordChunk.key("abc09"));
    assertEquals("größe", WordChunk.key("größe"));
    assertEquals("a~000020b~00007e", WordChunk.key("a b~"));
    assertEquals("~00fb01", WordChunk.key("\ufb01"), "behind the surrogates");
    assertTrue(WordChunk.key("größe").startsWith(WordChunk.key("größ")));
    assertFalse(WordChunk.key("größe").startsWith(WordChunk.key("gr0")));
    assertEquals("~020000", WordChunk.key(Character.toString(0x20000)), "one letter, two chars");
  }

  @Test
  void the_end_of_a_key_sorts_after_what_starts_with_it_only() {
    for (String longer : List.of("ab", "abz", "abé", "ab\ud7ff", "ab~00fb01")) {
      assertTrue(longer.compareTo(WordChunk.end("ab")) < 0, longer);
    }
    assertTrue("ac".compareTo(WordChunk.end("ab")) > 0);
  }

  @Test
  void rows_hold_all_words_in_their_order() {
    TreeSet<String> words = new TreeSet<>();
    IntStream.range(0, 1_000).forEach(i -> words.add("word" + i));

    List<WordChunk> rows = WordChunk.pack(words);

    assertEquals(
        " " + String.join(" ", words),
        String.join("", rows.stream().map(WordChunk::words).toList()));
    assertTrue(rows.size() > 5 && rows.size() < 15, rows.size() + " rows");
    rows.forEach(row -> assertTrue((row.words() + ' ').startsWith(' ' + row.first() + ' ')));
    assertEquals(List.of(), WordChunk.pack(new TreeSet<>()));
  }
}
