package dev.agentmailbox.service.sending;

import static dev.agentmailbox.fixture.Refusals.codeAndReason;
import static dev.agentmailbox.fixture.Refusals.refusal;
import static dev.agentmailbox.port.sending.SendingTables.APPROVALS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.fixture.ServiceFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.account.UsageStore.Quota;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.sending.ApprovalRequest;
import dev.agentmailbox.sending.ComposedMail;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendState;
import dev.agentmailbox.service.policy.ListEntries.ListName;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.ScopeRef;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ApprovalsTest {
  @AutoClose private final ServiceFixture world = new ServiceFixture();
  private final Inbox inbox = world.inbox("alice");
  private final Caller approver = world.human(Role.APPROVER);

  @BeforeEach
  void ask() {
    world.askForApproval("first_contact");
  }

  private Approval pending() {
    return pending("bob@example.com");
  }

  private Approval pending(String recipient) {
    MailInput mail = MailInput.from(inbox.address()).to(recipient).subject("s").text("t").build();
    String sendId = world.sends.submit(world.owner, mail, IdempotentRequest.unkeyed()).sendId();
    String approvalId = String.valueOf(send(sendId).state().approvalId());
    return world.approvals.get(world.owner, approvalId);
  }

  private Send send(String sendId) {
    return world.sends.get(world.owner, sendId);
  }

  private Approval approve(Approval approval) {
    return world.approvals.approve(approver, approval.id(), null, IdempotentRequest.unkeyed());
  }

  private Map<String, Object> last(String type) {
    List<Event> found = world.log().stream().filter(e -> e.type().wireName().equals(type)).toList();
    return found.get(found.size() - 1).data();
  }

  // spec SendState.4, EventTypes.13
  @Test
  void an_approved_send_leaves_and_the_decision_is_told() {
    Approval pending = pending();
    assertEquals(List.of(), world.transport.captured());
    world.clock.advance(Duration.ofHours(1));
    Approval approved =
        world.approvals.approve(approver, pending.id(), "Fine", IdempotentRequest.unkeyed());
    assertEquals(Approval.Status.APPROVED, approved.status());
    assertEquals("Fine", approved.note());
    assertEquals("usr_1", approved.decidedBy());
    assertEquals("usr_1", send(pending.sendId()).decision().orElseThrow().by());
    assertEquals(
        Map.of(
            "approval_id",
            pending.id(),
            "send_id",
            pending.sendId(),
            "decision",
            "approved",
            "edited",
            false,
            "returned",
            false,
            "wake",
            true),
        last("approval.decided"));
    assertEquals(1, world.outbox.runDue());
    assertEquals("sent", send(pending.sendId()).status().wireName());
    assertEquals(1, world.transport.captured().size());
  }

  // spec SendState.4
  @Test
  void a_rejected_send_ends_and_frees_its_recipients() {
    Approval pending = pending();
    Approval rejected =
        world.approvals.reject(approver, pending.id(), "No", IdempotentRequest.unkeyed());
    assertEquals(Approval.Status.REJECTED, rejected.status());
    assertEquals("rejected", send(pending.sendId()).status().wireName());
    assertEquals("rejected", last("approval.decided").get("decision"));
    assertEquals(0L, taken());
    assertEquals(0, world.outbox.runDue());
  }

  private long taken() {
    return world.store.read(
        tx ->
            tx.usage()
                .used(
                    world.owner.scope().organizationId(), world.context.today(), Quota.RECIPIENTS));
  }

  @Test
  void a_second_decision_is_a_conflict() {
    Approval pending = pending();
    approve(pending);
    assertEquals("conflict already_decided", codeAndReason(() -> approve(pending)));
    assertEquals(
        "conflict already_decided",
        codeAndReason(
            () ->
                world.approvals.reject(approver, pending.id(), null, IdempotentRequest.unkeyed())));
    assertEquals(1, world.logTypes().stream().filter("approval.decided"::equals).count());
  }

  @Test
  void of_many_decisions_at_once_one_counts() {
    Approval pending = pending();
    List<Boolean> won =
        Race.run(
            i -> {
              try {
                if (i % 2 == 0) {
                  approve(pending);
                } else {
                  world.approvals.reject(approver, pending.id(), null, IdempotentRequest.unkeyed());
                }
                return true;
              } catch (MailboxException late) {
                return false;
              }
            });
    assertEquals(1, Race.wins(won));
    assertEquals(1, world.logTypes().stream().filter("approval.decided"::equals).count());
  }

  @Test
  void a_key_reads_and_a_human_decides() {
    Approval pending = pending();
    assertEquals(
        "human_required -",
        codeAndReason(
            () ->
                world.approvals.approve(
                    world.owner, pending.id(), null, IdempotentRequest.unkeyed())));
    assertEquals(
        "missing_permission -",
        codeAndReason(
            () ->
                world.approvals.list(
                    world.without(Permission.APPROVAL_READ), null, PageRequest.first(1))));
    Caller other = world.key(world.inbox("other").scope(), EnumSet.allOf(Permission.class));
    assertEquals("not_found -", codeAndReason(() -> world.approvals.get(other, pending.id())));
    assertEquals(List.of(), world.approvals.list(other, null, PageRequest.first(9)).items());
  }

  @Test
  void approvals_are_listed_by_status() {
    Approval first = pending();
    Approval second = pending("eve@example.com");
    approve(first);
    assertEquals(List.of(second.id()), ids(Approval.Status.PENDING));
    assertEquals(List.of(first.id()), ids(Approval.Status.APPROVED));
    assertEquals(2, ids(null).size());
  }

  private List<String> ids(Approval.@Nullable Status status) {
    return world.approvals.list(world.owner, status, PageRequest.first(9)).items().stream()
        .map(Approval::id)
        .toList();
  }

  @Test
  void other_bytes_than_those_asked_about_are_not_sent() throws IOException {
    Approval pending = pending();
    Send send = send(pending.sendId());
    world.store.content().delete(send.mail().contentKey());
    assertEquals("conflict content_changed", codeAndReason(() -> approve(pending)));
    assertEquals("pending_approval", send(send.id()).status().wireName());

    String otherKey;
    try (var spool = world.store.content().spool()) {
      spool.out().write("From: x\r\n\r\nother words".getBytes(StandardCharsets.US_ASCII));
      otherKey = spool.keep();
    }
    Approval next = pending("eve@example.com");
    Send changed = withContent(send(next.sendId()), otherKey);
    world.store.write(
        tx -> {
          tx.sends().insert(changed);
          tx.table(APPROVALS).add(about(next, changed));
          return true;
        });
    assertEquals(
        "conflict content_changed",
        codeAndReason(
            () ->
                world.approvals.approve(approver, "apr_other", null, IdempotentRequest.unkeyed())));
  }

  private static Approval about(Approval a, Send send) {
    return Approval.pending(
        "apr_other", a.scope(), ApprovalRequest.of(send, a.requestedAt(), a.expiresAt()));
  }

  private static Send withContent(Send s, String contentKey) {
    ComposedMail mail = s.mail();
    return new Send(
        "out_other",
        s.scope(),
        s.origin(),
        new SendState(s.status(), 0, null, "apr_other", null, null, null),
        s.recipients(),
        s.findings(),
        new ComposedMail(
            mail.rfcMessageId(),
            "bounce+other@agents.localhost",
            contentKey,
            mail.contentHash(),
            mail.fingerprint(),
            mail.size(),
            mail.subject(),
            mail.labels()),
        s.times());
  }

  @Test
  void what_was_blocked_meanwhile_is_blocked_on_approval() {
    Approval pending = pending();
    world.lists.add(
        world.owner,
        new ListName(ScopeRef.OWN, ListEntry.Direction.SEND, ListEntry.Type.BLOCK),
        "bob@example.com",
        null,
        IdempotentRequest.unkeyed());
    assertEquals(Approval.Status.APPROVED, approve(pending).status());
    Send send = send(pending.sendId());
    assertEquals("blocked", send.status().wireName());
    assertEquals(List.of("recipient_blocked"), send.findings().reasons());
    assertEquals(List.of("recipient_blocked"), last("send.blocked").get("reasons"));
  }

  @Test
  void what_is_paused_meanwhile_waits_on_approval_and_leaves_when_it_ends() {
    Approval pending = pending();
    world.pauses.pauseInbox(world.human(Role.OWNER), inbox.address(), IdempotentRequest.unkeyed());
    approve(pending);
    assertEquals("inbox_paused", send(pending.sendId()).deferredReason());
    assertEquals("inbox_paused", last("send.deferred").get("reason"));
    world.pauses.resumeInbox(world.human(Role.OWNER), inbox.address(), IdempotentRequest.unkeyed());
    world.outbox.runDue();
    assertEquals("sent", send(pending.sendId()).status().wireName());
  }

  @Test
  void nobody_deciding_for_seven_days_is_a_rejection() {
    Approval pending = pending();
    world.clock.advance(Duration.ofDays(7).minusSeconds(1));
    assertEquals(0, world.maintenance.runDue());
    world.clock.advance(Duration.ofSeconds(1));
    assertEquals("conflict already_decided", codeAndReason(() -> approve(pending)));
    assertEquals(1, world.maintenance.runDue());
    Approval expired = world.approvals.get(world.owner, pending.id());
    assertEquals(Approval.Status.EXPIRED, expired.status());
    assertNull(expired.decidedBy());
    assertEquals("rejected", send(pending.sendId()).status().wireName());
    assertEquals("expired", last("approval.decided").get("decision"));
    assertEquals(0, world.maintenance.runDue());
  }

  @Test
  void many_sweeps_at_once_expire_each_approval_once() {
    for (int i = 0; i < 15; i++) {
      pending("p" + i + "@example.com");
    }
    world.clock.advance(Duration.ofDays(8));
    List<Integer> ended = Race.run(i -> world.maintenance.runDue());
    assertEquals(15, ended.stream().mapToInt(Integer::intValue).sum());
    assertEquals(15, world.logTypes().stream().filter("approval.decided"::equals).count());
  }

  @Test
  void a_cancelled_send_takes_its_approval_back_without_a_decision() {
    Approval pending = pending();
    world.sends.cancel(world.owner, pending.sendId());
    assertEquals(
        Approval.Status.CANCELLED, world.approvals.get(world.owner, pending.id()).status());
    assertEquals("conflict already_decided", codeAndReason(() -> approve(pending)));
    assertEquals(0, world.logTypes().stream().filter("approval.decided"::equals).count());
    assertEquals(pending.sendId(), last("send.cancelled").get("send_id"));
  }

  @Test
  void a_deleted_inbox_takes_its_waiting_sends_along() {
    Approval pending = pending();
    world.inboxes.delete(world.human(Role.OWNER), inbox.address());
    assertEquals(
        Approval.Status.CANCELLED, world.approvals.get(world.owner, pending.id()).status());
    assertEquals("cancelled", send(pending.sendId()).status().wireName());
    assertEquals(0L, taken());
  }

  @Test
  void a_repeat_with_the_same_key_is_one_decision() {
    Approval pending = pending();
    IdempotentRequest<Approval> first = keyed();
    world.approvals.approve(approver, pending.id(), "x".repeat(500), first);
    assertThrows(
        IdempotentRequest.Replay.class,
        () -> world.approvals.approve(approver, pending.id(), null, keyed()));
    assertEquals(
        ErrorCode.VALIDATION_ERROR,
        refusal(
            () ->
                world.approvals.reject(
                    approver, pending.id(), "x".repeat(501), IdempotentRequest.unkeyed())));
  }

  private static IdempotentRequest<Approval> keyed() {
    return IdempotentRequest.keyed(
        "org", "k", "b", a -> new dev.agentmailbox.port.IdempotencyStore.Answer(200, a.id()));
  }
}
