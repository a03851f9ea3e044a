package dev.agentmailbox.port;

import static dev.agentmailbox.port.StoreFixtures.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.sending.Notice;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The promises of {@link NoticeStore}. */
public interface NoticeStoreContract extends StoreContract {
  Duration NOTICE_LEASE = Duration.ofMinutes(1);

  @Test
  default void due_notices_of_all_organizations_are_claimed_oldest_first() {
    insert(notice("org_a", "late@example.com", at(3)));
    insert(notice("org_b", "first@example.com", at(1)));
    insert(notice("org_a", "future@example.com", at(11)));

    assertEquals(List.of("first@example.com"), addresses(at(10), 1));
    assertEquals(List.of("late@example.com"), addresses(at(10), 10));
    assertEquals(List.of(), addresses(at(10), 10));
    assertEquals(List.of("future@example.com"), addresses(at(11), 10));
  }

  @Test
  default void a_notice_is_claimed_as_it_was_written_and_comes_back_after_its_lease() {
    Notice notice = notice("org_a", "a@example.com", at(1)).again(at(2));
    insert(notice);

    assertEquals(List.of(notice), claim(at(5), 10));
    assertEquals(List.of(), claim(at(64), 10));
    assertEquals(List.of("a@example.com"), addresses(at(65), 10));
  }

  @Test
  default void a_second_notice_to_one_address_is_the_first() {
    insert(notice("org_a", "a@example.com", at(1)));
    insert(notice("org_a", "a@example.com", at(2)));

    assertEquals(List.of("a@example.com"), addresses(at(5), 10));
  }

  @Test
  default void notices_of_two_organizations_about_the_same_to_one_address_are_two() {
    insert(notice("org_a", "a@example.com", at(1)));
    insert(notice("org_b", "a@example.com", at(2)));

    assertEquals(List.of("a@example.com", "a@example.com"), addresses(at(5), 10));
  }

  @Test
  default void an_update_ends_the_lease_and_a_deleted_notice_is_gone() {
    Notice notice = notice("org_a", "a@example.com", at(1));
    insert(notice);
    assertEquals(1, claim(at(1), 10).size());
    Instant leaseEnd = at(1).plus(NOTICE_LEASE);
    assertTrue(attempt(tx -> tx.notices().update(notice.again(at(3)), leaseEnd)));

    assertEquals(List.of(), claim(at(2), 10));
    assertEquals(1, claim(at(3), 10).get(0).attempts());
    change(tx -> tx.notices().delete(notice));
    change(tx -> tx.notices().delete(notice));
    assertEquals(List.of(), claim(at(9_999), 10));
  }

  @Test
  default void who_lost_the_lease_of_a_notice_changes_nothing() {
    Notice notice = notice("org_a", "a@example.com", at(1));
    insert(notice);
    assertEquals(1, claim(at(1), 10).size());
    assertEquals(1, claim(at(61), 10).size());
    Instant lost = at(1).plus(NOTICE_LEASE);
    Instant held = at(61).plus(NOTICE_LEASE);

    assertFalse(attempt(tx -> tx.notices().update(notice.again(at(62)), lost)));
    assertEquals(List.of(), claim(at(62), 10));
    assertTrue(attempt(tx -> tx.notices().update(notice.due(at(200)), held)));
    assertEquals(List.of(), claim(at(199), 10));
    assertEquals(List.of(notice.due(at(200))), claim(at(200), 10));
    change(tx -> tx.notices().delete(notice));
    assertFalse(attempt(tx -> tx.notices().update(notice, at(200).plus(NOTICE_LEASE))));
  }

  @Test
  default void many_claimers_never_get_the_same_notice() {
    change(
        tx -> {
          for (int i = 0; i < 60; i++) {
            tx.notices().insert(notice("org_a", "%02d@example.com".formatted(i), at(i % 7)));
          }
        });

    List<List<String>> claimed =
        Race.run(
            i -> {
              List<String> mine = new ArrayList<>();
              List<String> some = addresses(at(10), 4);
              while (!some.isEmpty()) {
                mine.addAll(some);
                some = addresses(at(10), 4);
              }
              return mine;
            });

    assertEquals(
        IntStream.range(0, 60).mapToObj("%02d@example.com"::formatted).toList(),
        claimed.stream().flatMap(List::stream).sorted().toList());
  }

  private static Notice notice(String organization, String address, Instant dueAt) {
    return new Notice(organization, "apr_1", address, 0, dueAt);
  }

  private void insert(Notice notice) {
    change(tx -> tx.notices().insert(notice));
  }

  private List<Notice> claim(Instant now, int limit) {
    return write(tx -> tx.notices().claimDue(now, NOTICE_LEASE, limit));
  }

  private List<String> addresses(Instant now, int limit) {
    return claim(now, limit).stream().map(Notice::address).toList();
  }
}
