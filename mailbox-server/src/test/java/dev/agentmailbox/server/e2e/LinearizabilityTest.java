package dev.agentmailbox.server.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The judge of histories finds what is wrong with broken ones, and nothing in others. */
class LinearizabilityTest {
  private final List<Recorded> history = new ArrayList<>();

  private LinearizabilityTest op(String verb, String input, String output, long call, long end) {
    history.add(new Recorded("object/x", 0, verb, input, output, call, end));
    return this;
  }

  private LinearizabilityTest lost(String verb, String input, long call) {
    return op(verb, input, Recorded.UNKNOWN, call, Long.MAX_VALUE);
  }

  private void judged(ObjectModel model, boolean holds) {
    assertEquals(holds, Linearizability.holds(model, history));
  }

  @Test
  void a_label_that_was_acknowledged_and_is_not_read_afterwards_is_found() {
    op("add", "a", "a", 0, 10).op("read", "", "", 11, 20).judged(ObjectModel.LABELS, false);
  }

  @Test
  void reads_that_go_back_in_time_are_found() {
    op("add", "a", "a", 0, 100).op("read", "", "a", 10, 20).op("read", "", "", 30, 40);
    judged(ObjectModel.LABELS, false);
  }

  @Test
  void a_change_beside_a_read_may_be_seen_or_not() {
    op("add", "a", "a", 0, 100).op("read", "", "", 10, 20).op("read", "", "a", 30, 40);
    judged(ObjectModel.LABELS, true);
  }

  @Test
  void what_was_not_answered_takes_effect_at_any_time_or_never() {
    lost("add", "a", 0).op("read", "", "", 1, 2).op("read", "", "a", 3, 4);
    judged(ObjectModel.LABELS, true);
    op("read", "", "", 5, 6).judged(ObjectModel.LABELS, false);
  }

  @Test
  void a_hole_in_the_log_is_found() {
    op("append", "1", "done", 0, 1).op("append", "2", "done", 2, 3).op("read", "", "2", 4, 5);
    judged(ObjectModel.LOG, false);
  }

  @Test
  void a_log_that_two_readers_see_in_two_orders_is_found() {
    op("append", "1", "done", 0, 9).op("append", "2", "done", 0, 9);
    op("read", "", "1 2", 10, 11).judged(ObjectModel.LOG, true);
    op("read", "", "2 1", 12, 13).judged(ObjectModel.LOG, false);
  }

  @Test
  void two_decisions_that_both_succeed_are_found() {
    op("decide", "approved", "200", 0, 10).op("decide", "rejected", "409", 0, 10);
    op("read", "", "approved", 11, 12).judged(ObjectModel.APPROVAL, true);
    op("decide", "cancelled", "200", 13, 14).judged(ObjectModel.APPROVAL, false);
  }

  @Test
  void a_decision_without_an_answer_excludes_others_once_it_is_seen() {
    lost("decide", "approved", 0).op("decide", "rejected", "409", 1, 2);
    op("read", "", "approved", 3, 4).judged(ObjectModel.APPROVAL, true);
    op("read", "", "pending", 5, 6).judged(ObjectModel.APPROVAL, false);
  }

  @Test
  void two_sends_of_one_key_are_found() {
    op("send", "k", "s1", 0, 9).op("send", "k", "s1", 0, 9).judged(ObjectModel.KEY, true);
    op("send", "k", "s2", 0, 9).judged(ObjectModel.KEY, false);
  }

  @Test
  void a_quota_that_is_exceeded_or_refuses_too_early_is_found() {
    op("send", "2", "taken", 0, 9).op("send", "2", "taken", 0, 9).op("send", "2", "refused", 0, 9);
    judged(ObjectModel.QUOTA, true);
    op("send", "2", "taken", 0, 9).judged(ObjectModel.QUOTA, false);
    history.clear();
    op("send", "2", "taken", 0, 1).op("send", "2", "refused", 2, 3).op("send", "2", "taken", 4, 5);
    judged(ObjectModel.QUOTA, false);
  }

  @Test
  void a_long_history_is_judged_without_recursion() {
    for (int i = 0; i < 5_000; i++) {
      op("send", "4000", i < 4_000 ? "taken" : "refused", 10L * i, 10L * i + 25);
    }
    judged(ObjectModel.QUOTA, true);
  }
}
