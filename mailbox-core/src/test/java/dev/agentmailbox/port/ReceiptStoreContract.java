package dev.agentmailbox.port;

import static dev.agentmailbox.port.StoreFixtures.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The promises of {@link ReceiptStore}. */
public interface ReceiptStoreContract extends StoreContract {
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
    Failure.during(this, tx -> tx.receipts().note("org_a", "key", at(0), at(10)));

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
    return write(tx -> tx.receipts().removeExpired(at(second), limit));
  }

  @Test
  default void organizations_have_receipts_of_their_own() {
    assertTrue(note("org_a", "key", 0));
    assertTrue(note("org_b", "key", 0));
    assertFalse(note("org_b", "key", 5));
    assertEquals(2, removeExpired(10, 10));
  }

  /** Notes a receipt that expires ten seconds later. */
  private boolean note(String key, long second) {
    return note("org_a", key, second);
  }

  private boolean note(String organizationId, String key, long second) {
    return attempt(tx -> tx.receipts().note(organizationId, key, at(second), at(second + 10)));
  }
}
