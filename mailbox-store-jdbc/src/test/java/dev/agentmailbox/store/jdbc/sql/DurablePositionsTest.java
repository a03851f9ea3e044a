package dev.agentmailbox.store.jdbc.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class DurablePositionsTest {
  @Test
  void what_was_there_at_the_start_is_visible() {
    assertEquals(Long.MAX_VALUE, new DurablePositions(false).lastVisible("org_a"));
  }

  @Test
  void events_are_hidden_from_their_commit_until_they_are_durable() {
    DurablePositions positions = new DurablePositions(false);
    positions.hold("org_a", 5);
    assertEquals(4, positions.lastVisible("org_a"));
    positions.hold("org_a", 7);
    assertEquals(4, positions.lastVisible("org_a"));
    positions.release("org_a", 8);
    assertEquals(8, positions.lastVisible("org_a"));
    positions.release("org_a", 6);
    assertEquals(8, positions.lastVisible("org_a"), "a slow writer does not move it back");
  }

  @Test
  void a_database_that_is_durable_at_once_hides_nothing() {
    DurablePositions positions = new DurablePositions(true);
    positions.hold("org_a", 5);
    positions.release("org_a", 5);
    assertEquals(Long.MAX_VALUE, positions.lastVisible("org_a"));
  }
}
