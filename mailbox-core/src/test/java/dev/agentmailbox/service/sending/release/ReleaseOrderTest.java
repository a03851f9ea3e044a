package dev.agentmailbox.service.sending.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.EffectivePolicy;
import dev.agentmailbox.account.NoticePolicy;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.account.Plan;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.memory.InMemoryStore;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.sending.ComposedMail;
import dev.agentmailbox.sending.Recipient;
import dev.agentmailbox.sending.RecipientRole;
import dev.agentmailbox.sending.SendKind;
import dev.agentmailbox.sending.SendOrigin;
import dev.agentmailbox.service.policy.AddressLists;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** When two checks fail, the first in the specification's order decides. */
class ReleaseOrderTest {
  /** Each failing check with the code it answers; 2 is decided before there are facts. */
  private static final Map<Integer, ErrorCode> CODES =
      Map.of(
          1, ErrorCode.VALIDATION_ERROR,
          3, ErrorCode.ACCOUNT_SUSPENDED,
          4, ErrorCode.IDEMPOTENCY_CONFLICT,
          5, ErrorCode.INVALID_HEADER,
          6, ErrorCode.MESSAGE_TOO_LARGE,
          7, ErrorCode.THREAD_LOCKED,
          8, ErrorCode.SEND_BLOCKED,
          9, ErrorCode.DUPLICATE_SEND,
          10, ErrorCode.DAILY_LIMIT_EXCEEDED,
          11, ErrorCode.SENDING_PAUSED);

  private static final AddressLists NO_LISTS =
      new InMemoryStore()
          .read(
              tx ->
                  AddressLists.load(
                      tx, StoreFixtures.ONE, ListEntry.Direction.SEND, List.of("a@example.com")));

  static Stream<Arguments> pairs() {
    List<Arguments> pairs = new ArrayList<>();
    for (int first : CODES.keySet()) {
      for (int second : CODES.keySet()) {
        if (first <= second) {
          pairs.add(Arguments.of(first, second));
        }
      }
    }
    return pairs.stream();
  }

  // spec SendRequest.1
  @ParameterizedTest
  @MethodSource("pairs")
  void the_earlier_of_two_failing_checks_decides(int first, int second) {
    Verdict verdict =
        ReleaseOrder.decide(facts(Set.copyOf(List.of(first, second)), Set.of("first_contact")));
    assertEquals(
        CODES.get(first), assertInstanceOf(Verdict.Refused.class, verdict).refusal().code());
  }

  @Test
  void approval_is_asked_only_when_nothing_refuses() {
    Set<String> asks = Set.of("first_contact");
    assertInstanceOf(Verdict.NeedsApproval.class, ReleaseOrder.decide(facts(Set.of(), asks)));
    assertInstanceOf(Verdict.Released.class, ReleaseOrder.decide(facts(Set.of(), Set.of())));
    assertInstanceOf(Verdict.Refused.class, ReleaseOrder.decide(facts(Set.of(11), asks)));
  }

  @Test
  void a_due_send_waits_for_what_passes_and_is_blocked_by_what_does_not() {
    Map<Integer, String> waits =
        Map.of(3, "org_suspended", 7, "thread_locked", 10, "daily_limit", 11, "sending_paused");
    waits.forEach(
        (check, reason) ->
            assertEquals(
                reason,
                assertInstanceOf(
                        Verdict.Waits.class,
                        ReleaseOrder.decideAgain(facts(Set.of(check), Set.of()), true, false))
                    .reason()
                    .wireName()));
    assertEquals(
        List.of("reply_budget"),
        assertInstanceOf(
                Verdict.Blocked.class,
                ReleaseOrder.decideAgain(facts(Set.of(8), Set.of()), true, false))
            .reasons());
    SendFacts asks = facts(Set.of(1, 4, 5, 6, 9), Set.of("first_contact"));
    assertInstanceOf(Verdict.NeedsApproval.class, ReleaseOrder.decideAgain(asks, true, false));
    assertInstanceOf(Verdict.Released.class, ReleaseOrder.decideAgain(asks, true, true));
  }

  // spec Decisions.12
  @Test
  void every_attempt_is_checked_but_not_counted_again() {
    for (boolean approved : List.of(true, false)) {
      for (int check : List.of(3, 7, 11)) {
        assertInstanceOf(
            Verdict.Waits.class,
            ReleaseOrder.decideAgain(facts(Set.of(check), Set.of()), false, approved));
      }
      assertInstanceOf(
          Verdict.Blocked.class,
          ReleaseOrder.decideAgain(facts(Set.of(8), Set.of()), false, approved));
      assertInstanceOf(
          Verdict.Released.class,
          ReleaseOrder.decideAgain(facts(Set.of(10), Set.of()), false, approved));
    }
    SendFacts asks = facts(Set.of(10), Set.of("first_contact"));
    assertInstanceOf(Verdict.NeedsApproval.class, ReleaseOrder.decideAgain(asks, false, false));
    assertInstanceOf(Verdict.Released.class, ReleaseOrder.decideAgain(asks, false, true));
  }

  // spec SendRequest.1
  @Test
  void the_order_is_the_specifications() {
    assertEquals(
        List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
        ReleaseOrder.CHECKS.stream().map(ReleaseCheck::number).toList());
  }

  private static SendFacts facts(Set<Integer> failing, Set<String> approvalFlags) {
    Inbox inbox =
        StoreFixtures.inbox(Scope.inbox("org_a", "pod_p", "one@agents.test"), StoreFixtures.START);
    SendRequest request =
        new SendRequest(
            inbox,
            inbox.scope(),
            new SendOrigin(SendKind.SEND, null, null),
            List.of(Recipient.of("a@example.com", RecipientRole.TO)),
            null,
            null,
            new ComposedMail(
                "<1@agents.test>", "bounce+1@agents.test", "", "", "", 100, null, List.of()),
            new Evidence(
                failing.contains(1) ? List.of(new FieldProblem("body", "wrong")) : List.of(),
                failing.contains(5) ? List.of("subject") : List.of(),
                failing.contains(6) ? 33 : 0,
                Set.of(),
                Set.of()));
    return new SendFacts(
        StoreFixtures.START,
        request,
        new SendFacts.Sender(
            organization(failing.contains(3) ? "human" : null),
            inbox,
            new EffectivePolicy(
                approvalFlags,
                false,
                Set.of(),
                true,
                Duration.ofHours(1),
                NoticePolicy.DEFAULT,
                0,
                false),
            failing.contains(11)),
        new SendFacts.Repeats(failing.contains(4), failing.contains(9)),
        new SendFacts.JoinedThread(failing.contains(7), failing.contains(8) ? 10 : 0),
        NO_LISTS,
        new SendFacts.DailyRecipients(failing.contains(10) ? 2_000 : 1_999, 1),
        new SendFacts.Known(() -> Set.of("a@example.com"), Set::of, List::of, List::of));
  }

  private static Organization organization(@Nullable String suspended) {
    return StoreFixtures.organization("org_a", Plan.DEFAULT)
        .withSuspension(suspended, StoreFixtures.START);
  }
}
