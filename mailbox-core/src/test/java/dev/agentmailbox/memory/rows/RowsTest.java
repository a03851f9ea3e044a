package dev.agentmailbox.memory.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.StoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class RowsTest {
  private static final Instant START = Instant.parse("2026-03-01T08:00:00Z");

  private record Book(String id, @Nullable String isbn, String shelf, @Nullable Instant bought) {
    Book on(String other) {
      return new Book(id, isbn, other, bought);
    }

    Book withIsbn(@Nullable String other) {
      return new Book(id, other, shelf, bought);
    }
  }

  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final UndoLog undo = new UndoLog(lock);
  private final Rows<String, Book> books = new Rows<>(undo, Book::id);
  private final UniqueKey<String, Book> byIsbn = books.unique(Book::isbn);
  private final RowList<Book> shelves = books.list(Book::shelf, Book::bought);
  private final RowList<Book> all = books.list(Book::bought);
  private final Book first = new Book("a", "1", "left", START);
  private final Book second = new Book("b", "2", "left", START);

  @BeforeEach
  void start_writing() {
    lock.writeLock().lock();
  }

  @Test
  void a_row_is_found_by_each_key_and_in_each_list() {
    books.add(second);
    books.add(first);

    assertEquals(Optional.of(first), books.find("a"));
    assertEquals(Optional.of(second), byIsbn.find("2"));
    assertEquals(List.of(first, second), shelves.all("left"));
    assertEquals(List.of(first, second), all.due(START, 2));
    assertEquals(List.of(), all.due(START.minusNanos(1), 2));
  }

  @Test
  void a_row_with_a_taken_key_is_refused() {
    books.add(first);

    assertFalse(books.insert(new Book("a", "3", "right", START)));
    assertFalse(books.insert(new Book("c", "1", "right", START)));
    assertThrows(StoreException.class, () -> books.add(first));
    assertEquals(List.of(first), all.due(START, 9));
    assertEquals(Optional.empty(), byIsbn.find("3"));
  }

  @Test
  void rows_without_a_key_do_not_meet() {
    books.add(first.withIsbn(null));

    assertTrue(books.insert(second.withIsbn(null)));
  }

  @Test
  void a_row_without_a_time_is_in_no_list() {
    Book unbought = new Book("c", "3", "left", null);
    books.add(unbought);

    assertEquals(Optional.of(unbought), byIsbn.find("3"));
    assertFalse(shelves.has("left"));
  }

  @Test
  void a_changed_row_moves_under_its_keys_and_in_its_lists() {
    books.add(first);

    assertTrue(books.update("a", row -> row.on("right").withIsbn("9")));

    Book moved = first.on("right").withIsbn("9");
    assertEquals(Optional.of(moved), byIsbn.find("9"));
    assertEquals(Optional.empty(), byIsbn.find("1"));
    assertEquals(List.of(moved), shelves.all("right"));
    assertFalse(shelves.has("left"));
    assertEquals(List.of(moved), all.due(START, 9));
  }

  @Test
  void a_change_to_a_taken_key_changes_nothing() {
    books.add(first);
    books.add(second);

    assertThrows(StoreException.class, () -> books.update("a", row -> row.on("x").withIsbn("2")));

    assertEquals(Optional.of(first), books.find("a"));
    assertEquals(List.of(first, second), shelves.all("left"));
  }

  @Test
  void a_condition_that_is_not_met_changes_and_removes_nothing() {
    books.add(first);

    assertFalse(books.updateIf("a", row -> false, row -> row.on("right")));
    assertFalse(books.removeIf("a", row -> false));
    assertFalse(books.update("b", row -> row));
    assertFalse(books.remove("b"));
    assertEquals(List.of(first), shelves.all("left"));
  }

  @Test
  void a_failed_transaction_leaves_rows_keys_and_lists_as_they_were() {
    books.add(first);
    books.add(second);
    undo.commit();

    books.update("a", row -> row.on("right").withIsbn("9"));
    books.update("a", row -> row.withIsbn(null));
    books.remove("b");
    books.put(new Book("b", "1", "right", START));
    books.add(new Book("c", "9", "right", START));
    undo.rollBack();

    assertEquals(Optional.of(first), byIsbn.find("1"));
    assertEquals(Optional.of(second), books.find("b"));
    assertEquals(Optional.empty(), byIsbn.find("9"));
    assertEquals(List.of(first, second), shelves.all("left"));
    assertFalse(shelves.has("right"));
    assertEquals(List.of(first, second), all.due(START, 9));
  }

  @Test
  void nothing_changes_outside_of_a_writing_transaction() {
    books.add(first);
    lock.writeLock().unlock();

    assertThrows(IllegalStateException.class, () -> books.update("a", row -> row.on("right")));
    assertThrows(IllegalStateException.class, () -> books.remove("a"));
    assertThrows(IllegalStateException.class, () -> books.add(second));
    assertEquals(List.of(first), shelves.all("left"));
  }

  @Test
  void pages_of_rows_of_the_same_time_meet_without_gap_or_overlap() {
    List<Book> added = new ArrayList<>();
    for (String id : List.of("a", "b", "c", "d", "e")) {
      added.add(new Book(id, null, "left", START));
      books.add(added.get(added.size() - 1));
    }

    PageRequest start = new PageRequest(2, null, true);
    PageRequest next = new PageRequest(2, new PagePosition(START, "b"), true);
    PageRequest end = new PageRequest(2, new PagePosition(START, "d"), true);
    assertEquals(added.subList(0, 3), shelves.page("left", start));
    assertEquals(added.subList(2, 5), shelves.page("left", next));
    assertEquals(added.subList(4, 5), shelves.page("left", end));
  }
}
