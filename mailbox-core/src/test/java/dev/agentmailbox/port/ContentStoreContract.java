package dev.agentmailbox.port;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.message.RawMessage;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The promises of {@link ContentStore}. */
public interface ContentStoreContract extends StoreContract {
  @Test
  default void kept_content_is_found_byte_by_byte_and_more_than_once() throws IOException {
    byte[] bytes = new byte[300_000];
    new Random(1).nextBytes(bytes);
    String key = keep(bytes);

    RawMessage found = store().content().find(key).orElseThrow();
    assertEquals(bytes.length, found.size());
    assertArrayEquals(bytes, read(found));
    assertArrayEquals(bytes, read(found));
  }

  @Test
  default void an_empty_message_can_be_kept() throws IOException {
    assertEquals(0, store().content().find(keep(new byte[0])).orElseThrow().size());
  }

  @Test
  default void what_was_written_can_be_read_before_it_is_kept() throws IOException {
    try (ContentStore.Spool spool = store().content().spool()) {
      spool.out().write("part one, ".getBytes(UTF_8));
      spool.out().write('x');
      RawMessage written = spool.written();
      assertEquals("part one, x", new String(read(written), UTF_8));
      assertEquals(11, written.size());
    }
  }

  @Test
  default void content_stays_readable_after_its_spool_is_closed() throws IOException {
    String key;
    RawMessage written;
    try (ContentStore.Spool spool = store().content().spool()) {
      spool.out().write("text".getBytes(UTF_8));
      key = spool.keep();
      written = store().content().find(key).orElseThrow();
    }

    assertEquals("text", new String(read(written), UTF_8));
    assertEquals("text", new String(read(store().content().find(key).orElseThrow()), UTF_8));
  }

  @Test
  default void content_that_is_not_kept_is_thrown_away() throws IOException {
    try (ContentStore.Spool spool = store().content().spool()) {
      spool.out().write("text".getBytes(UTF_8));
    }

    assertEquals(0, store().content().sweep(key -> false), "nothing was left behind");
  }

  @Test
  default void a_spool_can_be_closed_twice() throws IOException {
    ContentStore.Spool spool = store().content().spool();
    spool.out().write('x');
    String key = spool.keep();
    spool.close();
    spool.close();

    assertTrue(store().content().find(key).isPresent());
  }

  @Test
  default void unknown_and_strange_keys_find_nothing() throws IOException {
    for (String key : List.of("missing", "", "../../etc/passwd", "a/b", "/", "\u0000", "x.y")) {
      assertEquals(Optional.empty(), store().content().find(key));
    }
  }

  @Test
  default void deleted_content_is_gone_and_can_be_deleted_again() throws IOException {
    String key = keep("text".getBytes(UTF_8));
    String other = keep("text".getBytes(UTF_8));
    store().content().delete(key);
    store().content().delete(key);

    assertEquals(Optional.empty(), store().content().find(key));
    assertTrue(store().content().find(other).isPresent(), "equal content is kept apart");
  }

  @Test
  default void a_sweep_removes_what_no_row_names() throws IOException {
    String named = keep("named".getBytes(UTF_8));
    String unnamed = keep("unnamed".getBytes(UTF_8));

    assertEquals(1, store().content().sweep(named::equals));
    assertTrue(store().content().find(named).isPresent());
    assertEquals(Optional.empty(), store().content().find(unnamed));
    assertEquals(0, store().content().sweep(named::equals));
  }

  @Test
  default void keys_made_at_once_are_all_different() {
    Set<String> keys = new HashSet<>();
    Race.run(
            racer -> {
              Set<String> mine = new HashSet<>();
              for (int i = 0; i < 20; i++) {
                mine.add(keep((racer + " " + i).getBytes(UTF_8)));
              }
              return mine;
            })
        .forEach(keys::addAll);

    assertEquals(Race.THREADS * 20, keys.size());
  }

  @Test
  default void content_of_another_kind_of_store_keeps_its_key() throws IOException {
    byte[] large = new byte[300_000];
    new Random(2).nextBytes(large);
    String ofDirectory = "2026-11-21.0003/019aa6d8c5a1k3v9x2m7q4";
    String ofDatabase = "019aa6d8c5a1k3v9x2m7q4";
    store().content().restore(ofDirectory, RawMessage.of("of a directory".getBytes(UTF_8)));
    store().content().restore(ofDatabase, RawMessage.of("cut off".getBytes(UTF_8)));
    store().content().restore(ofDatabase, RawMessage.of(large));

    Set<String> keys = new HashSet<>();
    store().content().list(key -> assertTrue(keys.add(key), key));
    assertTrue(keys.containsAll(Set.of(ofDirectory, ofDatabase)), keys.toString());
    assertArrayEquals(large, read(store().content().find(ofDatabase).orElseThrow()));
    store().content().sweep(key -> key.equals(ofDirectory) || key.equals(ofDatabase));
    assertEquals(
        "of a directory",
        new String(read(store().content().find(ofDirectory).orElseThrow()), UTF_8));
    assertArrayEquals(large, read(store().content().find(ofDatabase).orElseThrow()));
    store().content().delete(ofDatabase);
    assertEquals(Optional.empty(), store().content().find(ofDatabase));
  }

  private String keep(byte[] bytes) throws IOException {
    try (ContentStore.Spool spool = store().content().spool()) {
      spool.out().write(bytes);
      return spool.keep();
    }
  }

  private static byte[] read(RawMessage message) throws IOException {
    try (InputStream in = message.open()) {
      return in.readAllBytes();
    }
  }
}
