package dev.agentmailbox.http.server.connection;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ByteBudgetTest {
  @Test
  void bodies_together_stay_within_the_budget() {
    ByteBudget budget = new ByteBudget(20);
    ByteBudget.Share first = budget.open("a");
    ByteBudget.Share second = budget.open("b");
    ByteBudget.Share third = budget.open("c");
    assertTrue(first.take(10));
    assertTrue(second.take(6));
    assertFalse(third.take(5));
    assertTrue(third.take(4));
    assertFalse(second.take(1));
    first.close();
    assertTrue(second.take(1));
  }

  @Test
  void one_holder_has_half_of_the_budget_and_no_byte_more() {
    ByteBudget budget = new ByteBudget(20);
    ByteBudget.Share first = budget.open("a");
    assertTrue(first.take(6));
    assertTrue(budget.open("a").take(4));
    assertFalse(budget.open("a").take(1));
    assertTrue(budget.open("b").take(10));
    first.close();
    assertTrue(budget.open("a").take(6));
  }

  @Test
  void one_answer_of_more_than_half_the_budget_is_taken_when_its_holder_holds_nothing_else() {
    ByteBudget budget = new ByteBudget(20);
    ByteBudget.Share large = budget.open("a");
    assertFalse(large.take(21));
    assertTrue(large.take(20));
    large.close();
    assertTrue(large.take(11));
    assertFalse(budget.open("a").take(1));
    assertTrue(budget.open("b").take(9));
    large.close();
    assertTrue(budget.open("a").take(1));
    assertFalse(budget.open("a").take(10));
  }

  @Test
  void closing_twice_gives_back_once() {
    ByteBudget budget = new ByteBudget(20);
    ByteBudget.Share share = budget.open("a");
    assertTrue(share.take(10));
    share.close();
    share.close();
    assertTrue(budget.open("a").take(10));
    assertFalse(budget.open("a").take(1));
  }
}
