package dev.agentmailbox.port.table;

import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.ORG_B;
import static dev.agentmailbox.port.StoreFixtures.POD_P;
import static dev.agentmailbox.port.StoreFixtures.POD_Q;
import static dev.agentmailbox.port.StoreFixtures.TWO;
import static dev.agentmailbox.port.event.EventTables.WEBHOOKS;
import static dev.agentmailbox.port.event.EventTables.WEBHOOK_LIST;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.StoreContract;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The promises of {@link Table}, for each of the declared tables. */
public interface TableContract extends StoreContract {
  /** Rows in a list. */
  int ROWS = 7;

  /** One declared table of the store. */
  final class Check<T> {
    private final StoreContract contract;
    private final TableSpec<T> spec;
    private final TableSample<T> sample;

    Check(StoreContract contract, TableSample<T> sample) {
      this.contract = contract;
      this.spec = sample.spec();
      this.sample = sample;
    }

    private T row(int number) {
      return sample.rows().apply(number);
    }

    private <R> R read(Function<Table<T>, R> work) {
      return contract.read(tx -> work.apply(tx.table(spec)));
    }

    private boolean attempt(Predicate<Table<T>> work) {
      return contract.attempt(tx -> work.test(tx.table(spec)));
    }

    private void change(Consumer<Table<T>> work) {
      contract.change(tx -> work.accept(tx.table(spec)));
    }

    private String[] values(T row, List<String> columns) {
      return columns.stream().map(column -> spec.value(row, column)).toArray(String[]::new);
    }

    private String[] key(T row) {
      return values(row, spec.key());
    }

    private Optional<T> found(T row) {
      return read(table -> table.find(key(row)));
    }

    /** The second row with some columns of the first. */
    private T mixed(T first, List<String> columns, T second) {
      return spec.read(
          new StoredRow() {
            @Override
            public <V> @Nullable V get(String column, Class<V> type) {
              return type.cast(spec.value(columns.contains(column) ? first : second, column));
            }
          });
    }

    /** A row with the key of one and everything else of another. */
    private T changed(int number, int other) {
      return sample.whole() == null
          ? mixed(row(number), spec.key(), row(other))
          : sample.whole().apply(row(number), row(other));
    }

    void findsWhatWasInserted() {
      for (int i = 0; i < 3; i++) {
        T row = row(i);
        assertTrue(attempt(table -> table.insert(row)));
        assertEquals(Optional.of(row), found(row));
        assertTrue(attempt(table -> table.lock(key(row)).equals(Optional.of(row))));
      }
      assertEquals(Optional.empty(), found(row(5)));
      assertTrue(attempt(table -> table.lock(key(row(5))).isEmpty()));
    }

    void refusesTakenKeys() {
      change(table -> table.add(row(0)));
      assertFalse(attempt(table -> table.insert(changed(0, 1))), "the key is taken");
      assertThrows(StoreException.class, () -> change(table -> table.add(changed(0, 1))));
      for (Index<T> unique : spec.uniqueKeys()) {
        T same = mixed(row(0), unique.fixed(), row(1));
        assertFalse(attempt(table -> table.insert(same)), unique + " is taken");
      }
      assertEquals(Optional.of(row(0)), found(row(0)));
      assertEquals(Optional.empty(), found(row(1)));
    }

    void findsByUniqueKeys() {
      for (int i = 0; i < 3; i++) {
        T row = row(i);
        change(table -> table.add(row));
      }
      T changed = changed(0, 4);
      assertTrue(attempt(table -> table.update(changed)));
      for (Index<T> unique : spec.uniqueKeys()) {
        assertEquals(Optional.of(row(1)), byKey(unique, row(1)));
        assertEquals(Optional.of(changed), byKey(unique, row(4)));
        if (!Arrays.equals(values(row(0), unique.fixed()), values(changed, unique.fixed()))) {
          assertEquals(Optional.empty(), byKey(unique, row(0)));
        }
      }
      assertTrue(attempt(table -> table.remove(key(changed))));
      for (Index<T> unique : spec.uniqueKeys()) {
        assertEquals(Optional.empty(), byKey(unique, row(4)));
      }
    }

    private Optional<T> byKey(Index<T> unique, T row) {
      return read(table -> table.find(unique, values(row, unique.fixed())));
    }

    void replacesAndRemoves() {
      assertFalse(attempt(table -> table.update(row(0))), "nothing to update");
      assertFalse(attempt(table -> table.remove(key(row(0)))), "nothing to remove");
      change(table -> table.put(row(0)));
      change(table -> table.put(row(1)));
      assertTrue(attempt(table -> table.update(changed(0, 2))));
      assertEquals(Optional.of(changed(0, 2)), found(row(0)));
      change(table -> table.put(row(0)));
      assertEquals(Optional.of(row(0)), found(row(0)));

      assertTrue(attempt(table -> table.remove(key(row(0)))));
      assertEquals(Optional.empty(), found(row(0)));
      assertEquals(Optional.of(row(1)), found(row(1)));
      assertTrue(attempt(table -> table.insert(row(0))), "its keys are free again");
    }

    void undoesWhatFails() {
      change(table -> table.add(row(0)));
      change(table -> table.add(row(1)));
      assertThrows(
          IllegalStateException.class,
          () ->
              change(
                  table -> {
                    table.put(changed(0, 3));
                    table.remove(key(row(1)));
                    table.add(row(2));
                    throw new IllegalStateException("on purpose");
                  }));
      assertEquals(Optional.of(row(0)), found(row(0)));
      assertEquals(Optional.of(row(1)), found(row(1)));
      assertEquals(Optional.empty(), found(row(2)));
    }

    void letsOneChangeBehindALock() {
      T before = row(0);
      T after = changed(0, 3);
      change(table -> table.add(before));
      List<Boolean> results =
          Race.run(
              i ->
                  attempt(
                      table ->
                          table
                              .lock(key(before))
                              .filter(before::equals)
                              .map(row -> table.update(after))
                              .orElse(false)));
      assertEquals(1, Race.wins(results));
      assertEquals(Optional.of(after), found(before));
    }

    void readsOnlyInAReadingTransaction() {
      List<Consumer<Table<T>>> changes =
          List.of(
              table -> table.lock(key(row(0))),
              table -> table.insert(row(0)),
              table -> table.put(row(0)));
      for (Consumer<Table<T>> change : changes) {
        assertThrows(
            IllegalStateException.class,
            () ->
                read(
                    table -> {
                      change.accept(table);
                      return true;
                    }));
      }
    }

    void listsInOrder() {
      fill();
      for (Index<T> list : spec.lists()) {
        List<T> expected = expected(list);
        String[] fixed = values(row(0), list.fixed());
        List<T> all = read(table -> table.list(list, fixed));
        if (list.order().isEmpty()) {
          assertEquals(sortedByKey(expected), sortedByKey(all), list.toString());
        } else {
          assertOrder(list, expected, all);
        }
        if (list.order().size() == 2 && spec.isByTime(list)) {
          assertPages(list, expected, fixed);
        }
      }
    }

    void leavesOneBehindTheLockOfAll() {
      for (Index<T> list : spec.lists()) {
        if (!list.fixed().isEmpty()) {
          fill();
          String[] fixed = values(row(0), list.fixed());
          List<T> rows = expected(list);
          Race.run(
              rows.size(),
              i ->
                  attempt(
                      table ->
                          table.lockAll(list, fixed).size() > 1 && table.remove(key(rows.get(i)))));
          assertEquals(1, read(table -> table.list(list, fixed)).size(), list.toString());
          clear();
        }
      }
    }

    void findsWhatIsDue() {
      fill();
      for (Index<T> list : spec.lists()) {
        if (spec.isByTime(list)) {
          List<T> expected = expected(list);
          Instant until = time(list, expected.get(3));
          List<T> due = expected.stream().filter(row -> !time(list, row).isAfter(until)).toList();
          String[] fixed = values(row(0), list.fixed());
          assertOrder(list, due, read(table -> table.due(list, until, ROWS, fixed)));
          assertOrder(list, due.subList(0, 2), read(table -> table.due(list, until, 2, fixed)));
          if (list.fixed().isEmpty()) {
            assertEquals(expected.size(), (long) this.<Long>read(table -> table.count(list)));
            change(table -> assertEquals(2, table.removeDue(list, until, 2)));
            change(table -> assertEquals(due.size() - 2, table.removeDue(list, until, ROWS)));
            assertOrder(
                list,
                expected.subList(due.size(), expected.size()),
                read(table -> table.list(list)));
            clear();
            fill();
          }
        }
      }
    }

    void removesTogether() {
      for (Index<T> list : spec.lists()) {
        if (!list.fixed().isEmpty()) {
          fill();
          String[] fixed = values(row(0), list.fixed());
          int expected = expected(list).size();
          change(table -> assertEquals(expected, table.removeAll(list, fixed)));
          assertEquals(List.of(), read(table -> table.list(list, fixed)));
          clear();
        }
      }
    }

    /** Of a list that is sorted by time only, rows of one time have any order. */
    private void assertOrder(Index<T> list, List<T> expected, List<T> found) {
      if (spec.isByTime(list) && list.order().size() == 1) {
        assertEquals(times(list, expected), times(list, found), list.toString());
      } else {
        assertEquals(expected, found, list.toString());
      }
    }

    private List<Instant> times(Index<T> list, List<T> rows) {
      return rows.stream().map(row -> time(list, row)).toList();
    }

    private void fill() {
      change(table -> IntStream.range(0, ROWS).forEach(i -> table.add(row(i))));
    }

    private void clear() {
      change(table -> IntStream.range(0, ROWS).forEach(i -> table.remove(key(row(i)))));
    }

    private boolean isIn(Index<T> list, T row) {
      return Arrays.equals(values(row(0), list.fixed()), values(row, list.fixed()));
    }

    private Instant time(Index<T> list, T row) {
      return (Instant) Objects.requireNonNull(spec.value(row, list.order().get(0)));
    }

    private List<T> expected(Index<T> list) {
      Comparator<T> order = Comparator.comparing(row -> 0);
      for (String column : list.order()) {
        order =
            order.thenComparing((a, b) -> compare(spec.value(a, column), spec.value(b, column)));
      }
      return IntStream.range(0, ROWS)
          .mapToObj(this::row)
          .filter(row -> isIn(list, row))
          .filter(row -> !spec.isByTime(list) || spec.value(row, list.order().get(0)) != null)
          .sorted(order)
          .toList();
    }

    private static int compare(@Nullable Object a, @Nullable Object b) {
      return a instanceof Instant time
          ? time.compareTo((Instant) Objects.requireNonNull(b))
          : String.valueOf(a).compareTo(String.valueOf(b));
    }

    private List<T> sortedByKey(List<T> rows) {
      return rows.stream()
          .sorted(Comparator.comparing(row -> String.join("\0", key(row))))
          .toList();
    }

    private void assertPages(Index<T> list, List<T> oldestFirst, String... fixed) {
      List<T> newestFirst = new ArrayList<>(oldestFirst);
      Collections.reverse(newestFirst);
      for (int limit : new int[] {1, 2, 3, PageRequest.MAX_LIMIT}) {
        assertEquals(oldestFirst, walk(list, limit, true, fixed), list + " by " + limit);
        assertEquals(newestFirst, walk(list, limit, false, fixed), list + " by " + limit);
      }
    }

    private List<T> walk(Index<T> list, int limit, boolean ascending, String... fixed) {
      List<T> rows = new ArrayList<>();
      @Nullable PagePosition after = null;
      do {
        PageRequest request = new PageRequest(limit, after, ascending);
        Page<T> page = read(table -> table.page(list, request, fixed));
        assertTrue(page.items().size() <= limit);
        rows.addAll(page.items());
        after = page.next();
      } while (after != null);
      return rows;
    }
  }

  private void each(Consumer<Check<?>> check) {
    for (TableSample<?> sample : TableSample.ALL) {
      try {
        check.accept(new Check<>(this, sample));
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("of the table " + sample.spec().name(), e);
      }
    }
  }

  @Test
  default void a_row_is_found_as_it_was_written() {
    each(Check::findsWhatWasInserted);
  }

  @Test
  default void a_taken_key_is_refused() {
    each(Check::refusesTakenKeys);
  }

  @Test
  default void a_row_is_found_by_its_unique_keys_until_they_change() {
    each(Check::findsByUniqueKeys);
  }

  @Test
  default void a_row_is_replaced_and_removed() {
    each(Check::replacesAndRemoves);
  }

  @Test
  default void a_failed_transaction_changes_no_table() {
    each(Check::undoesWhatFails);
  }

  @Test
  default void of_many_who_change_a_row_behind_its_lock_one_is_first() {
    each(Check::letsOneChangeBehindALock);
  }

  @Test
  default void a_reading_transaction_changes_no_table() {
    each(Check::readsOnlyInAReadingTransaction);
  }

  @Test
  default void lists_are_read_in_order_and_by_pages() {
    each(Check::listsInOrder);
  }

  @Test
  default void of_many_who_leave_behind_the_lock_of_all_one_stays() {
    each(Check::leavesOneBehindTheLockOfAll);
  }

  @Test
  default void a_scoped_list_has_what_is_exactly_or_inside_the_scope() {
    List<Scope> scopes = List.of(ONE, POD_P, ORG_A, ORG_B, TWO);
    change(
        tx -> {
          for (int i = 0; i < scopes.size(); i++) {
            tx.table(WEBHOOKS).add(TableSample.webhook(i, scopes.get(i)));
          }
        });
    assertEquals(List.of("whk_4", "whk_2", "whk_1", "whk_0"), webhooks(ORG_A));
    assertEquals(List.of("whk_4", "whk_1", "whk_0"), webhooks(POD_P));
    assertEquals(List.of("whk_0"), webhooks(ONE));
    assertEquals(List.of("whk_3"), webhooks(ORG_B));
    assertEquals(List.of(), webhooks(POD_Q));
  }

  private List<String> webhooks(Scope scope) {
    Page<WebhookEndpoint> page = read(tx -> WEBHOOK_LIST.page(tx.table(WEBHOOKS), scope, ALL));
    return page.items().stream().map(WebhookEndpoint::id).toList();
  }

  @Test
  default void due_rows_are_found_and_removed_within_the_limit() {
    each(Check::findsWhatIsDue);
  }

  @Test
  default void the_rows_of_an_owner_are_removed_together() {
    each(Check::removesTogether);
  }
}
