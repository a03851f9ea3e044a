package dev.agentmailbox.service.sending;

import static dev.agentmailbox.fixture.SendingFixture.CALLER;
import static dev.agentmailbox.fixture.SendingFixture.INBOX;
import static dev.agentmailbox.fixture.SendingFixture.mail;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.fixture.FaultyStore;
import dev.agentmailbox.fixture.FaultyStore.Fault;
import dev.agentmailbox.fixture.FaultyStore.Manner;
import dev.agentmailbox.fixture.FaultyStore.Point;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.port.IdempotencyStore;
import dev.agentmailbox.port.account.UsageStore.Quota;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.message.HeldMail;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.release.ContentHash;
import dev.agentmailbox.service.sending.release.Decisions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A decision dies in its write, before it or after it: what is decided, what becomes of the send,
 * what is told and what is counted stay together. The same store is worked on afterwards.
 */
class CrashedDecisionTest {
  private final FaultyStore store = new FaultyStore();
  private final CapturingTransport capture = new CapturingTransport();
  private final SendingFixture fixture = new SendingFixture(store, capture);
  private final Decisions decisions = new Decisions(fixture.context, fixture.release);
  private final Approvals approvals =
      new Approvals(
          fixture.context, new IdempotencyRunner(fixture.context), decisions, fixture.outbox);
  private final Caller human =
      new Caller.Human("usr_1", ORG_A, Role.OWNER, Role.OWNER.permissions(), true, false);

  private Approval pending() {
    fixture.askForApproval("first_contact");
    Send send = fixture.get(fixture.submit(mail()).sendId());
    return approvals.get(human, String.valueOf(send.state().approvalId()));
  }

  private void die(Point point, Runnable decision) {
    store.arm(new Fault(1, point, Manner.KILLED));
    assertThrows(FaultyStore.Killed.class, decision::run);
    store.arm(new Fault(0, point, Manner.KILLED));
  }

  private void requireWhole(Approval approval, Approval.Status decided, SendStatus status) {
    Send send = fixture.get(approval.sendId());
    assertEquals(decided, approvals.get(human, approval.id()).status());
    assertEquals(status, send.status());
    boolean waits = status == SendStatus.PENDING_APPROVAL;
    assertEquals(waits ? 0 : 1, told(EventType.APPROVAL_DECIDED));
    boolean counts = waits || decided == Approval.Status.APPROVED;
    assertEquals(counts ? 1 : 0, recipientsToday());
  }

  private long told(EventType type) {
    return fixture.eventTypes().stream().filter(type::equals).count();
  }

  private long recipientsToday() {
    return fixture.read(
        tx -> tx.usage().used(ORG_A.organizationId(), fixture.context.today(), Quota.RECIPIENTS));
  }

  @ParameterizedTest
  @EnumSource(Point.class)
  void a_decision_to_approve_is_made_or_not_and_its_bytes_leave_once(Point point)
      throws IOException {
    Approval approval = pending();
    die(point, () -> approvals.approve(human, approval.id(), null, IdempotentRequest.unkeyed()));
    if (point == Point.BEFORE_COMMIT) {
      requireWhole(approval, Approval.Status.PENDING, SendStatus.PENDING_APPROVAL);
      fixture.outbox.runDue();
      assertEquals(List.of(), capture.captured());
      approvals.approve(human, approval.id(), null, IdempotentRequest.unkeyed());
    }
    requireWhole(approval, Approval.Status.APPROVED, SendStatus.SENDING);
    fixture.outbox.runDue();
    assertEquals(1, capture.captured().size());
    Send sent = fixture.get(approval.sendId());
    assertEquals(SendStatus.SENT, sent.status());
    assertEquals(
        approval.request().contentHash(),
        ContentHash.of(store.content().find(sent.mail().contentKey()).orElseThrow()));
  }

  @ParameterizedTest
  @EnumSource(Point.class)
  void a_decision_to_reject_is_made_or_not_and_nothing_leaves(Point point) {
    Approval approval = pending();
    die(point, () -> approvals.reject(human, approval.id(), null, IdempotentRequest.unkeyed()));
    if (point == Point.BEFORE_COMMIT) {
      requireWhole(approval, Approval.Status.PENDING, SendStatus.PENDING_APPROVAL);
      approvals.reject(human, approval.id(), null, IdempotentRequest.unkeyed());
    }
    requireWhole(approval, Approval.Status.REJECTED, SendStatus.REJECTED);
    requireSilence();
  }

  @ParameterizedTest
  @EnumSource(Point.class)
  void a_decision_by_time_is_made_or_not_and_nothing_leaves(Point point) {
    Approval approval = pending();
    ApprovalDeadlines expiry = new ApprovalDeadlines(fixture.context, decisions, fixture.outbox);
    fixture.clock.advance(Duration.ofDays(7));
    die(point, expiry::run);
    if (point == Point.BEFORE_COMMIT) {
      assertEquals(Approval.Status.PENDING, approvals.get(human, approval.id()).status());
      assertEquals(0, told(EventType.APPROVAL_DECIDED));
      assertEquals(1, expiry.run());
    }
    assertEquals(0, expiry.run());
    requireWhole(approval, Approval.Status.EXPIRED, SendStatus.REJECTED);
    requireSilence();
  }

  private void requireSilence() {
    fixture.clock.advance(Duration.ofDays(30));
    fixture.outbox.runDue();
    assertEquals(List.of(), capture.captured());
  }

  @ParameterizedTest
  @EnumSource(Point.class)
  void held_mail_is_released_with_its_event_or_not_at_all(Point point) {
    Message held = fixture.received(r -> r.labels(Label.RECEIVED, Label.HELD));
    HeldMail heldMail = new HeldMail(fixture.context, new IdempotencyRunner(fixture.context));
    die(point, () -> heldMail.release(human, INBOX, held.id(), IdempotentRequest.unkeyed()));
    boolean released = point == Point.AFTER_COMMIT;
    assertEquals(!released, message(held).isHeld());
    assertEquals(released ? 1 : 0, told(EventType.MESSAGE_RELEASED));
    heldMail.release(human, INBOX, held.id(), IdempotentRequest.unkeyed());
    assertEquals(false, message(held).isHeld());
    assertEquals(1, told(EventType.MESSAGE_RELEASED));
  }

  private Message message(Message of) {
    return fixture.read(tx -> tx.messages().find(fixture.scope(), of.id())).orElseThrow();
  }

  @Test
  void a_decision_whose_answer_is_lost_is_repeated_with_its_key() {
    Approval approval = pending();
    IdempotentRequest<Approval> first = keyed();
    die(Point.AFTER_COMMIT, () -> approvals.approve(human, approval.id(), null, first));
    IdempotentRequest.Replay replay =
        assertThrows(
            IdempotentRequest.Replay.class,
            () -> approvals.approve(human, approval.id(), null, keyed()));
    assertEquals(approval.id(), replay.answer().body());
    assertEquals(SendStatus.SENDING, fixture.sends.get(CALLER, approval.sendId()).status());
  }

  private static IdempotentRequest<Approval> keyed() {
    return IdempotentRequest.keyed(
        "org", "key", "body", approval -> new IdempotencyStore.Answer(200, approval.id()));
  }
}
