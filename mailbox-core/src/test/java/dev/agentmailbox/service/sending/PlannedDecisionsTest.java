package dev.agentmailbox.service.sending;

import static dev.agentmailbox.fixture.Refusals.codeAndReason;
import static dev.agentmailbox.fixture.Refusals.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.fixture.ServiceFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.sending.Approval.Verb;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.release.Decisions;
import dev.agentmailbox.service.sending.release.ReleaseStep;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PlannedDecisionsTest {
  private static final Duration UNDO = Duration.ofSeconds(5);

  @AutoClose private final ServiceFixture world = new ServiceFixture();
  private final Inbox inbox = world.inbox("alice");
  private final Caller approver = world.human(Role.APPROVER);
  private final Caller other = world.human(Role.OWNER);
  private final Decisions decisions = new Decisions(world.context, new ReleaseStep(world.context));
  private final ApprovalDeadlines deadlines =
      new ApprovalDeadlines(world.context, decisions, world.outbox);

  @BeforeEach
  void ask() {
    world.askForApproval("first_contact");
  }

  private Approval pending() {
    return pending("s");
  }

  private Approval pending(String subject) {
    MailInput mail =
        MailInput.from(inbox.address()).to("bob@example.com").subject(subject).text("t").build();
    String sendId = world.sends.submit(world.owner, mail, IdempotentRequest.unkeyed()).sendId();
    return get(String.valueOf(send(sendId).state().approvalId()));
  }

  private Send send(String sendId) {
    return world.sends.get(world.owner, sendId);
  }

  private Approval get(String approvalId) {
    return world.approvals.get(world.owner, approvalId);
  }

  private Approval plan(Approval approval, Verb verb, @Nullable String note) {
    return plan(approval, verb, note, UNDO);
  }

  private Approval plan(Approval approval, Verb verb, @Nullable String note, Duration undo) {
    return world
        .approvals
        .planned()
        .plan(approver, approval.id(), verb, note, undo, IdempotentRequest.unkeyed());
  }

  private Approval undo(Approval approval) {
    return world.approvals.planned().undo(other, approval.id(), IdempotentRequest.unkeyed());
  }

  private long decisionsTold() {
    return world.logTypes().stream().filter("approval.decided"::equals).count();
  }

  @Test
  void a_planned_decision_takes_effect_when_its_time_has_come() {
    Approval pending = pending();
    Approval planned = plan(pending, Verb.APPROVE, "Fine");
    assertEquals(Approval.Status.PENDING, planned.status());
    assertEquals(world.clock.instant().plus(UNDO), planned.pendingUntil());
    assertEquals(0, deadlines.run());
    assertEquals(0, decisionsTold());
    Instant decidedAt = world.clock.instant();
    world.clock.advance(UNDO);
    assertEquals(1, deadlines.run());
    Approval approved = get(pending.id());
    assertEquals(Approval.Status.APPROVED, approved.status());
    assertEquals("Fine", approved.note());
    assertEquals(decidedAt, approved.decidedAt());
    assertNull(approved.plan());
    assertEquals(1, decisionsTold());
    world.outbox.runDue();
    assertEquals("sent", send(pending.sendId()).status().wireName());
    assertEquals(0, deadlines.run());
  }

  @Test
  void what_another_process_planned_takes_effect_within_the_time_of_two_looks() {
    assertEquals(0, deadlines.run());
    plan(pending(), Verb.APPROVE, null);
    world.clock.advance(UNDO);
    assertEquals(0, deadlines.run(), "nothing is looked for each second");
    world.clock.advance(ApprovalDeadlines.LOOK_AHEAD.minus(UNDO));
    assertEquals(1, deadlines.run());
  }

  @Test
  void what_another_process_planned_before_a_look_takes_effect_at_its_time() {
    plan(pending(), Verb.APPROVE, null);
    assertEquals(0, deadlines.run());
    world.clock.advance(UNDO);
    assertEquals(1, deadlines.run());
  }

  @Test
  void what_this_process_planned_takes_effect_at_its_time() {
    assertEquals(0, deadlines.run());
    Approval pending = pending();
    new PlannedDecisions(world.approvals, decisions, new SendContent(world.context))
        .plan(approver, pending.id(), Verb.REJECT, null, UNDO, IdempotentRequest.unkeyed());
    assertEquals(0, deadlines.run());
    world.clock.advance(UNDO);
    assertEquals(1, deadlines.run());
  }

  @Test
  void a_clock_that_is_set_back_does_not_put_decisions_off() {
    assertEquals(0, deadlines.run());
    world.clock.advance(Duration.ofHours(-1));
    plan(pending(), Verb.APPROVE, null);
    assertEquals(0, deadlines.run());
    world.clock.advance(UNDO);
    assertEquals(1, deadlines.run());
  }

  @Test
  void a_mail_is_rejected_or_sent_back_when_the_time_has_come() {
    Approval rejected = pending();
    Approval returned = pending("other");
    plan(rejected, Verb.REJECT, null);
    plan(returned, Verb.RETURN, "Less");
    world.clock.advance(UNDO);
    assertEquals(2, deadlines.run());
    assertEquals(Approval.Status.REJECTED, get(rejected.id()).status());
    assertEquals(false, get(rejected.id()).returned());
    assertEquals(true, get(returned.id()).returned());
    assertEquals("rejected", send(returned.sendId()).status().wireName());
  }

  @Test
  void what_is_undone_is_pending_and_can_be_decided() {
    Approval pending = pending();
    plan(pending, Verb.APPROVE, null);
    Approval undone = undo(pending);
    assertEquals(pending, undone);
    world.clock.advance(UNDO);
    assertEquals(0, deadlines.run());
    assertEquals(0, decisionsTold());
    world.approvals.reject(approver, pending.id(), "No", IdempotentRequest.unkeyed());
    assertEquals("rejected", send(pending.sendId()).status().wireName());
  }

  @Test
  void undoing_what_was_not_planned_changes_nothing() {
    Approval pending = pending();
    assertEquals(pending, undo(pending));
  }

  @Test
  void what_has_taken_effect_cannot_be_undone() {
    Approval pending = pending();
    plan(pending, Verb.APPROVE, null);
    world.clock.advance(UNDO);
    deadlines.run();
    assertEquals("conflict already_decided", codeAndReason(() -> undo(pending)));
  }

  @Test
  void a_second_decision_is_refused_while_one_is_planned() {
    Approval pending = pending();
    plan(pending, Verb.REJECT, null);
    List<Runnable> others =
        List.of(
            () -> plan(pending, Verb.APPROVE, null),
            () ->
                world.approvals.approve(approver, pending.id(), null, IdempotentRequest.unkeyed()),
            () -> world.approvals.reject(approver, pending.id(), null, IdempotentRequest.unkeyed()),
            () ->
                world.approvals.approve(
                    approver,
                    pending.id(),
                    new MailEdit(null, null, null, null, "other", null),
                    null,
                    IdempotentRequest.unkeyed()));
    for (Runnable other : others) {
      assertEquals("conflict already_decided", codeAndReason(other::run));
    }
    world.clock.advance(UNDO);
    assertEquals(1, deadlines.run());
    assertEquals(Approval.Status.REJECTED, get(pending.id()).status());
  }

  @Test
  void of_an_undo_and_the_deadline_one_counts() {
    Approval pending = pending();
    plan(pending, Verb.APPROVE, null);
    world.clock.advance(UNDO);
    List<Boolean> won =
        Race.run(
            i -> {
              try {
                return i % 2 == 0 ? deadlines.run() == 1 : undo(pending).plan() != null;
              } catch (MailboxException late) {
                return false;
              }
            });
    boolean approved = get(pending.id()).status() == Approval.Status.APPROVED;
    assertEquals(approved ? 1 : 0, decisionsTold());
    assertEquals(approved ? 1 : 0, Race.wins(won));
  }

  @Test
  void the_agent_may_cancel_while_a_decision_is_planned() {
    Approval pending = pending();
    plan(pending, Verb.APPROVE, null);
    world.sends.cancel(world.owner, pending.sendId(), IdempotentRequest.unkeyed());
    world.clock.advance(UNDO);
    assertEquals(0, deadlines.run());
    assertEquals("cancelled", send(pending.sendId()).status().wireName());
  }

  @Test
  void a_decision_made_before_expiry_counts_after_it() {
    Approval pending = pending();
    world.clock.advance(Duration.ofDays(7).minusSeconds(1));
    plan(pending, Verb.APPROVE, null);
    world.clock.advance(UNDO);
    deadlines.run();
    assertEquals(Approval.Status.APPROVED, get(pending.id()).status());
  }

  @Test
  void bytes_changed_after_the_decision_are_asked_for_again() throws IOException {
    Approval pending = pending();
    plan(pending, Verb.APPROVE, null);
    String key = send(pending.sendId()).mail().contentKey();
    world.store.content().delete(key);
    world.clock.advance(UNDO);
    deadlines.run();
    assertEquals(pending, get(pending.id()));
    assertEquals(0, decisionsTold());
  }

  @Test
  void a_plan_is_made_by_humans_within_limits() {
    Approval pending = pending();
    assertEquals(
        ErrorCode.VALIDATION_ERROR,
        refusal(() -> plan(pending, Verb.REJECT, null, Duration.ofSeconds(61))));
    assertEquals(ErrorCode.VALIDATION_ERROR, refusal(() -> plan(pending, Verb.RETURN, " ")));
    Caller key = world.key(world.owner.scope(), EnumSet.of(Permission.APPROVAL_READ));
    assertEquals(
        ErrorCode.HUMAN_REQUIRED,
        refusal(
            () ->
                world
                    .approvals
                    .planned()
                    .plan(
                        key, pending.id(), Verb.APPROVE, null, UNDO, IdempotentRequest.unkeyed())));
    assertEquals(
        ErrorCode.HUMAN_REQUIRED,
        refusal(
            () -> world.approvals.planned().undo(key, pending.id(), IdempotentRequest.unkeyed())));
    assertEquals(pending, get(pending.id()));
  }
}
