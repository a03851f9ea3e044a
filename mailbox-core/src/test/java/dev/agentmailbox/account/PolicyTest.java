package dev.agentmailbox.account;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PolicyTest {
  @Test
  void where_no_level_says_anything_the_defaults_hold() {
    assertEquals(
        new EffectivePolicy(
            Set.of(),
            false,
            Set.of("injection_suspected", "executable_attachment"),
            true,
            Duration.ofHours(1),
            NoticePolicy.DEFAULT,
            0,
            false),
        EffectivePolicy.of(Policy.INHERIT, Policy.INHERIT, Policy.INHERIT));
  }

  @Test
  void the_narrowest_level_that_says_something_wins_field_by_field() {
    Policy organization =
        new Policy(Set.of("has_links"), true, Set.of("unknown_sender"), false, 1, null);
    Policy pod = new Policy(Set.of("first_contact"), null, null, true, 2, null);
    Policy inbox = new Policy(null, null, null, null, 3, null);

    assertEquals(
        new EffectivePolicy(
            Set.of("first_contact"),
            true,
            Set.of("unknown_sender"),
            true,
            Duration.ofSeconds(3),
            NoticePolicy.DEFAULT,
            0,
            false),
        EffectivePolicy.of(organization, pod, inbox));
  }

  @Test
  void an_empty_set_and_a_false_are_something_said() {
    Policy organization =
        new Policy(Set.of("has_links"), true, Set.of("unknown_sender"), true, 9, null);
    Policy inbox = new Policy(Set.of(), false, Set.of(), false, 0, null);

    assertEquals(
        new EffectivePolicy(
            Set.of(), false, Set.of(), false, Duration.ZERO, NoticePolicy.DEFAULT, 0, false),
        EffectivePolicy.of(organization, Policy.INHERIT, inbox));
  }

  @Test
  void a_policy_keeps_its_own_copy() {
    Set<String> flags = new HashSet<>(Set.of("has_links"));
    Policy policy = new Policy(flags, null, null, null, null, null);
    flags.clear();

    assertEquals(Set.of("has_links"), policy.approvalFlags());
  }
}
