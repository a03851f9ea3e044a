package dev.agentmailbox.http.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.memory.InMemoryStore;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.port.ConnectionLeaseStore.ConnectionLease;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreTransaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Two processes that share a store and the limits of live connections. */
class ConnectionLeasesTest {
  private final SettableClock clock = SettableClock.at("2026-01-01T12:00:00Z");
  private final InMemoryStore store = new InMemoryStore();
  @AutoClose private final Mailbox mailbox = Mailbox.builder().store(store).clock(clock).build();
  private final String organization = mailbox.first().organization().id();
  private final ConnectionLeases first = new ConnectionLeases(mailbox.context());
  private final ConnectionLeases second = new ConnectionLeases(mailbox.context());

  private List<ConnectionLease> take(ConnectionLeases where, String key, int count) {
    List<ConnectionLease> taken = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      taken.add(where.take(organization, key));
    }
    return taken;
  }

  private void assertFull(ConnectionLeases where, String key) {
    MailboxException refused =
        assertThrows(MailboxException.class, () -> where.take(organization, key));
    assertEquals(ErrorCode.RATE_LIMITED, refused.code());
  }

  @Test
  void a_key_has_ten_connections_at_both_together() {
    List<ConnectionLease> held = take(first, "key", 6);
    take(second, "key", 4);
    assertFull(first, "key");
    assertFull(second, "key");
    take(second, "another", 1);
    first.leave(held.get(0));
    first.deleteEnded();
    take(second, "key", 1);
    assertFull(second, "key");
  }

  @Test
  void an_organization_has_fifty_connections_at_both_together() {
    for (int key = 0; key < 5; key++) {
      take(key % 2 == 0 ? first : second, "key" + key, 10);
    }
    assertFull(first, "more");
    assertFull(second, "more");
  }

  @Test
  void the_places_of_a_process_that_died_are_free_after_its_lease() {
    take(first, "key", 10);
    clock.advance(ConnectionLeases.LEASE.minusMillis(1));
    assertFull(second, "key");
    clock.advance(Duration.ofMillis(1));
    take(second, "key", 10);
  }

  @Test
  void who_says_that_it_lives_keeps_its_places() {
    List<ConnectionLease> held = take(first, "key", 10);
    for (int i = 0; i < 10; i++) {
      clock.advance(ConnectionLeases.LEASE.dividedBy(2));
      first.renew();
    }
    assertFull(second, "key");
    assertTrue(held.stream().allMatch(first::isHeld));
  }

  @Test
  void who_stood_still_for_longer_than_its_lease_has_lost_its_places_and_begins_anew() {
    List<ConnectionLease> held = take(first, "key", 10);
    clock.advance(ConnectionLeases.LEASE);
    take(second, "key", 9);
    first.renew();
    assertFalse(first.isHeld(held.get(0)));
    held.forEach(first::leave);
    first.deleteEnded();
    assertTrue(first.isHeld(take(first, "key", 1).get(0)));
    assertFull(first, "key");
  }

  @Test
  void who_lost_its_places_while_it_had_none_open_takes_new_ones() {
    first.leave(take(first, "key", 1).get(0));
    first.deleteEnded();
    clock.advance(ConnectionLeases.LEASE);
    take(second, "key", 5);
    take(first, "key", 5);
    assertFull(first, "key");
  }

  @Test
  void a_place_whose_taking_was_not_answered_is_given_back() {
    Unanswering answering = new Unanswering(store);
    try (Mailbox other = Mailbox.builder().store(answering).clock(clock).build()) {
      ConnectionLeases third = new ConnectionLeases(other.context());
      // Before it is known to others, and after.
      for (int key = 0; key < 2; key++) {
        String name = "key" + key;
        answering.silent = true;
        assertThrows(StoreException.class, () -> third.take(organization, name));
        answering.silent = false;
        ConnectionLease lease = third.take(organization, name);
        third.deleteEnded();
        take(second, name, 9);
        assertFull(second, name);
        assertTrue(third.isHeld(lease));
      }
    }
  }

  /** Does what it is told and may not say so. */
  private static final class Unanswering extends WrappedStore {
    private boolean silent;

    Unanswering(MailboxStore store) {
      super(store);
    }

    @Override
    public <T> T write(Function<StoreTransaction, T> work) {
      T result = super.write(work);
      if (silent) {
        throw new StoreException("no answer", null);
      }
      return result;
    }

    @Override
    public void close() {}
  }

  @Test
  void a_process_that_stops_gives_everything_back_at_once() {
    take(first, "key", 10);
    first.close();
    take(second, "key", 10);
  }
}
