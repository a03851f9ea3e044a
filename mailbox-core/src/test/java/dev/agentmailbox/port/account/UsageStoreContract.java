package dev.agentmailbox.port.account;

import static dev.agentmailbox.port.StoreFixtures.ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.port.Failure;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.StoreContract;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.account.UsageStore.Quota;
import dev.agentmailbox.usage.Counter;
import dev.agentmailbox.usage.UsageDay;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The promises of {@link UsageStore} and of {@link StoreTransaction#count}. */
public interface UsageStoreContract extends StoreContract {
  LocalDate MONDAY = LocalDate.of(2026, 3, 2);

  private void count(LocalDate date, Counter counter, long amount) {
    change(tx -> tx.count("org_a", "pod_p", ONE.id(), date, counter, amount));
  }

  private List<Long> values(String subjectId, Counter counter, LocalDate from, LocalDate to) {
    return read(tx -> tx.usage().days("org_a", subjectId, from, to)).stream()
        .map(day -> day.get(counter))
        .toList();
  }

  private long stored(String subject) {
    return read(tx -> tx.usage().storedBytes("org_a", subject));
  }

  @Test
  default void every_day_in_range_is_told_oldest_first() {
    StoreFixtures.world(store());
    count(MONDAY.plusDays(1), Counter.RECEIVED, 2);
    LocalDate wednesday = MONDAY.plusDays(2);

    List<UsageDay> days = read(tx -> tx.usage().days("org_a", "org_a", MONDAY, wednesday));
    assertEquals(
        List.of(MONDAY, MONDAY.plusDays(1), wednesday), days.stream().map(UsageDay::date).toList());
    assertEquals(List.of(0L, 2L, 0L), days.stream().map(d -> d.get(Counter.RECEIVED)).toList());
    assertEquals(1, read(tx -> tx.usage().days("org_a", "org_missing", MONDAY, MONDAY)).size());
  }

  @Test
  default void a_range_goes_over_the_ends_of_months_and_years() {
    StoreFixtures.world(store());
    LocalDate from = LocalDate.of(2025, 12, 30);
    count(LocalDate.of(2026, 1, 1), Counter.API_CALLS, 4);

    assertEquals(
        List.of(0L, 0L, 4L, 0L), values("org_a", Counter.API_CALLS, from, from.plusDays(3)));
  }

  @Test
  default void every_counter_is_counted_by_itself() {
    StoreFixtures.world(store());
    long amount = 1;
    for (Counter counter : Counter.values()) {
      count(MONDAY, counter, amount++);
      count(MONDAY, counter, 10);
    }

    long expected = 11;
    for (Counter counter : Counter.values()) {
      assertEquals(List.of(expected++), values("org_a", counter, MONDAY, MONDAY));
    }
  }

  @Test
  default void counts_are_told_of_organization_pod_and_inbox() {
    StoreFixtures.world(store());
    count(MONDAY, Counter.RECEIVED, 1);
    change(tx -> tx.count("org_a", "pod_p", null, MONDAY, Counter.RECEIVED, 10));
    change(tx -> tx.count("org_a", null, null, MONDAY, Counter.RECEIVED, 100));
    change(tx -> tx.count("org_b", null, null, MONDAY, Counter.RECEIVED, 1_000));

    assertEquals(List.of(111L), values("org_a", Counter.RECEIVED, MONDAY, MONDAY));
    assertEquals(List.of(11L), values("pod_p", Counter.RECEIVED, MONDAY, MONDAY));
    assertEquals(List.of(1L), values(ONE.id(), Counter.RECEIVED, MONDAY, MONDAY));
    assertEquals(List.of(0L), values("org_b", Counter.RECEIVED, MONDAY, MONDAY));
  }

  @Test
  default void counts_of_one_transaction_add_up() {
    StoreFixtures.world(store());
    change(
        tx -> {
          tx.count("org_a", "pod_p", ONE.id(), MONDAY, Counter.RECEIVED, 1);
          tx.count("org_a", "pod_p", null, MONDAY, Counter.RECEIVED, 2);
          tx.count("org_a", "pod_p", ONE.id(), MONDAY.plusDays(1), Counter.RECEIVED, 4);
        });

    assertEquals(List.of(3L, 4L), values("pod_p", Counter.RECEIVED, MONDAY, MONDAY.plusDays(1)));
  }

  @Test
  default void bytes_stored_and_removed_are_counted_by_day_and_leave_what_is_stored() {
    StoreFixtures.world(store());
    count(MONDAY, Counter.STORAGE_BYTES, 6_000_000_000L);
    count(MONDAY.plusDays(2), Counter.STORAGE_BYTES, 50);
    count(MONDAY.plusDays(2), Counter.REMOVED_BYTES, 20);
    count(MONDAY.plusDays(3), Counter.REMOVED_BYTES, 6_000_000_000L);
    count(MONDAY.plusDays(1), Counter.RECEIVED, 1);

    List<Long> stored = List.of(0L, 6_000_000_000L, 0L, 50L, 0L);
    List<Long> removed = List.of(0L, 0L, 0L, 20L, 6_000_000_000L);
    for (String subject : List.of("org_a", "pod_p", ONE.id())) {
      LocalDate first = MONDAY.minusDays(1);
      assertEquals(stored, values(subject, Counter.STORAGE_BYTES, first, MONDAY.plusDays(3)));
      assertEquals(removed, values(subject, Counter.REMOVED_BYTES, first, MONDAY.plusDays(3)));
      assertEquals(30, stored(subject));
    }
    assertEquals(0, stored("org_missing"));
  }

  @Test
  default void counts_made_at_once_are_all_counted() {
    StoreFixtures.world(store());
    Race.run(
        i -> {
          for (int n = 0; n < 20; n++) {
            count(MONDAY, Counter.SENT_RECIPIENTS, 2);
          }
          return true;
        });

    for (String subject : List.of("org_a", "pod_p", ONE.id())) {
      assertEquals(
          List.of(Race.THREADS * 40L), values(subject, Counter.SENT_RECIPIENTS, MONDAY, MONDAY));
    }
  }

  @Test
  default void a_rolled_back_transaction_counts_nothing() {
    StoreFixtures.world(store());
    Failure.during(
        this,
        tx -> {
          tx.count("org_a", "pod_p", ONE.id(), MONDAY, Counter.RECEIVED, 1);
          tx.usage().take("org_a", MONDAY, Quota.RECIPIENTS, 5, 10);
        });

    assertEquals(List.of(0L), values("org_a", Counter.RECEIVED, MONDAY, MONDAY));
    assertEquals(0, used(Quota.RECIPIENTS));
  }

  @Test
  default void a_quota_is_taken_all_or_nothing() {
    StoreFixtures.world(store());

    assertTrue(take(Quota.RECIPIENTS, 8, 10));
    assertFalse(take(Quota.RECIPIENTS, 3, 10));
    assertEquals(8, used(Quota.RECIPIENTS));
    assertTrue(take(Quota.RECIPIENTS, 2, 10));
    assertFalse(take(Quota.RECIPIENTS, 1, 10));
    assertEquals(10, used(Quota.RECIPIENTS));
    assertTrue(take(Quota.RECIPIENTS, 1, 11), "a raised limit holds at once");
    assertFalse(take(Quota.RECIPIENTS, 1, 5), "a lowered limit holds at once");
  }

  @Test
  default void the_first_take_of_a_day_may_be_too_much() {
    StoreFixtures.world(store());

    assertFalse(take(Quota.RECIPIENTS, 11, 10));
    assertEquals(0, used(Quota.RECIPIENTS));
    assertTrue(take(Quota.RECIPIENTS, 10, 10));
  }

  @Test
  default void quotas_days_and_organizations_are_apart() {
    StoreFixtures.world(store());
    assertTrue(take(Quota.RECIPIENTS, 10, 10));

    assertTrue(take(Quota.API_CALLS, 10, 10));
    assertTrue(
        attempt(tx -> tx.usage().take("org_a", MONDAY.plusDays(1), Quota.RECIPIENTS, 10, 10)));
    assertTrue(attempt(tx -> tx.usage().take("org_b", MONDAY, Quota.RECIPIENTS, 10, 10)));
    assertEquals(10, used(Quota.RECIPIENTS));
  }

  @Test
  default void what_is_given_back_can_be_taken_again() {
    StoreFixtures.world(store());
    take(Quota.RECIPIENTS, 10, 10);
    change(tx -> tx.usage().giveBack("org_a", MONDAY, Quota.RECIPIENTS, 4));

    assertEquals(6, used(Quota.RECIPIENTS));
    assertTrue(take(Quota.RECIPIENTS, 4, 10));
    assertFalse(take(Quota.RECIPIENTS, 1, 10));
  }

  // spec Rates.11
  @Test
  default void many_threads_take_exactly_what_the_quota_has() {
    StoreFixtures.world(store());
    List<Boolean> taken = Race.run(32, i -> take(Quota.RECIPIENTS, 1, 20));

    assertEquals(20, Race.wins(taken));
    assertEquals(20, used(Quota.RECIPIENTS));
  }

  private boolean take(Quota quota, int amount, int limit) {
    return attempt(tx -> tx.usage().take("org_a", MONDAY, quota, amount, limit));
  }

  private long used(Quota quota) {
    return read(tx -> tx.usage().used("org_a", MONDAY, quota));
  }
}
