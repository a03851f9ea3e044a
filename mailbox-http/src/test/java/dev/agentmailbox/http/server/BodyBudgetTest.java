package dev.agentmailbox.http.server;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BodyBudgetTest {
  @Test
  void bodies_together_stay_within_the_budget() {
    BodyBudget budget = new BodyBudget(10);
    BodyBudget.Share first = budget.open();
    BodyBudget.Share second = budget.open();
    assertTrue(first.take(6));
    assertFalse(second.take(5));
    assertTrue(second.take(4));
    assertFalse(first.take(1));
    first.close();
    assertTrue(second.take(6));
  }

  @Test
  void closing_twice_gives_back_once() {
    BodyBudget budget = new BodyBudget(10);
    BodyBudget.Share share = budget.open();
    assertTrue(share.take(10));
    share.close();
    share.close();
    assertTrue(budget.open().take(10));
    assertFalse(budget.open().take(1));
  }
}
