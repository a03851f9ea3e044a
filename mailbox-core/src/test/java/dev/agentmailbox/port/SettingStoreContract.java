package dev.agentmailbox.port;

import static dev.agentmailbox.port.StoreFixtures.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The promises of {@link SettingStore}. */
public interface SettingStoreContract extends StoreContract {
  @Test
  default void a_setting_is_kept_replaced_and_removed() {
    assertEquals(Optional.empty(), read(tx -> tx.settings().get("name")));
    change(tx -> tx.settings().put("name", "välue"));
    assertEquals(Optional.of("välue"), read(tx -> tx.settings().get("name")));
    change(tx -> tx.settings().put("name", "x".repeat(10_000)));
    assertEquals(Optional.of("x".repeat(10_000)), read(tx -> tx.settings().get("name")));
    change(tx -> tx.settings().remove("name"));
    change(tx -> tx.settings().remove("name"));
    assertEquals(Optional.empty(), read(tx -> tx.settings().get("name")));
  }

  @Test
  default void a_setting_put_by_many_at_once_has_one_of_their_values() {
    Race.run(
        i -> {
          change(tx -> tx.settings().put("name", "value" + i));
          return true;
        });

    assertTrue(holds(tx -> tx.settings().get("name").orElse("").startsWith("value")));
  }

  @Test
  default void a_receipt_is_noted_once_until_it_expires() {
    assertTrue(note("key", 0));
    assertFalse(note("key", 0));
    assertFalse(note("key", 9));
    assertTrue(note("other", 9));
    assertTrue(note("key", 10), "it expired");
    assertFalse(note("key", 19), "and was noted again");
    assertTrue(note("key", 20));
  }

  @Test
  default void of_many_notes_of_one_receipt_exactly_one_is_the_first() {
    List<Boolean> first = Race.run(i -> note("key", 0));

    assertEquals(1, Race.wins(first));
  }

  @Test
  default void of_many_notes_of_an_expired_receipt_exactly_one_is_the_first() {
    note("key", 0);

    assertEquals(1, Race.wins(Race.run(i -> note("key", 10))));
  }

  @Test
  default void a_rolled_back_receipt_was_never_noted() {
    Failure.during(this, tx -> tx.settings().noteReceipt("key", at(0), at(10)));

    assertTrue(note("key", 1));
  }

  @Test
  default void expired_receipts_are_removed_within_the_limit() {
    for (int i = 0; i < 5; i++) {
      note("key" + i, i);
    }

    assertEquals(0, removeExpired(9, 10));
    assertEquals(2, removeExpired(13, 2));
    assertEquals(2, removeExpired(13, 10));
    assertEquals(0, removeExpired(13, 10));
    assertFalse(note("key4", 13));
  }

  private int removeExpired(long second, int limit) {
    return write(tx -> tx.settings().removeExpiredReceipts(at(second), limit));
  }

  /** Notes a receipt that expires ten seconds later. */
  private boolean note(String key, long second) {
    return attempt(tx -> tx.settings().noteReceipt(key, at(second), at(second + 10)));
  }
}
