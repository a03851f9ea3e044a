package dev.agentmailbox.service.audit;

import static dev.agentmailbox.fixture.Refusals.codeAndReason;
import static dev.agentmailbox.fixture.Refusals.problemPaths;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.SignUpMode;
import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.audit.AuditEntry;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.fixture.ServiceFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.service.access.NewApiKey;
import dev.agentmailbox.service.maintenance.Expiry;
import dev.agentmailbox.service.policy.ListEntries.ListName;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.ScopeRef;
import dev.agentmailbox.service.sending.MailEdit;
import dev.agentmailbox.service.sending.MailInput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What is recorded in the audit trail, and who may read it. */
class AuditLogTest {
  private static final String SECRET = "a word that no entry repeats";

  @AutoClose private final ServiceFixture world = new ServiceFixture();
  private final Inbox inbox = world.inbox("alice");
  private final Caller human = world.human(Role.OWNER);

  private List<AuditEntry> trail() {
    AuditLog.Export export = world.mailbox.auditLog().export(human);
    List<AuditEntry> all = new ArrayList<>();
    while (!export.isEnded()) {
      all.addAll(export.next());
    }
    assertEquals("audit.exported", all.remove(all.size() - 1).action());
    return all;
  }

  private AuditEntry last() {
    List<AuditEntry> all = trail();
    all.removeIf(entry -> entry.action().equals("audit.exported"));
    return all.get(all.size() - 1);
  }

  private Send ask() {
    world.askForApproval("first_contact");
    MailInput mail =
        MailInput.from(inbox.address()).to("bob@example.com").subject(SECRET).text(SECRET).build();
    return world.sends.get(
        world.owner, world.sends.submit(world.owner, mail, IdempotentRequest.unkeyed()).sendId());
  }

  @Test
  void a_send_is_recorded_by_its_hash() {
    Send send = ask();
    AuditEntry entry = last();
    assertEquals("send.accepted", entry.action());
    assertEquals(world.owner.id(), entry.actor());
    assertEquals(
        Map.of(
            "send_id",
            send.id(),
            "status",
            "pending_approval",
            "content_hash",
            send.mail().contentHash(),
            "pod_id",
            inbox.podId(),
            "inbox_id",
            inbox.address()),
        entry.facts());
  }

  @Test
  void a_decision_is_recorded_with_the_flags_that_were_shown_and_the_hash_that_leaves() {
    Send asked = ask();
    String approval = String.valueOf(asked.state().approvalId());
    MailEdit edit = new MailEdit(null, null, null, "Other", null, null);
    world.approvals.approve(human, approval, edit, SECRET, IdempotentRequest.unkeyed());
    AuditEntry entry = last();
    assertEquals("approval.approved", entry.action());
    assertEquals(human.id(), entry.actor());
    assertEquals("first_contact", entry.facts().get("flags_shown"));
    assertEquals(asked.mail().contentHash(), entry.facts().get("original_hash"));
    assertEquals(
        world.sends.get(world.owner, asked.id()).mail().contentHash(),
        entry.facts().get("content_hash"));
    assertFalse(trail().toString().contains(SECRET), "mail or a note is in the trail");
  }

  @Test
  void a_refused_change_leaves_no_entry() {
    String approval = String.valueOf(ask().state().approvalId());
    int before = trail().size();
    MailEdit edit = new MailEdit(null, null, null, null, "{{name}}", null);
    assertThrows(
        MailboxException.class,
        () -> world.approvals.approve(human, approval, edit, null, IdempotentRequest.unkeyed()));
    // Of the export before.
    assertEquals(before + 1, trail().size());
  }

  @Test
  void what_a_human_rules_is_recorded() {
    world
        .mailbox
        .apiKeys()
        .create(human, ScopeRef.OWN, new NewApiKey("k", null, null), IdempotentRequest.unkeyed());
    assertEquals("key.created", last().action());
    ListName blocked = new ListName(ScopeRef.OWN, ListEntry.Direction.SEND, ListEntry.Type.BLOCK);
    world.lists.add(human, blocked, "example.com", SECRET, IdempotentRequest.unkeyed());
    assertEquals("list_entry.added", last().action());
    assertEquals("example.com", last().facts().get("entry"));
    world.lists.remove(human, blocked, "example.com");
    assertEquals("list_entry.removed", last().action());
    world.pauses.pauseInbox(human, inbox.address(), IdempotentRequest.unkeyed());
    assertEquals("inbox.paused", last().action());
    world.pauses.resumeInbox(human, inbox.address(), IdempotentRequest.unkeyed());
    assertEquals("inbox.resumed", last().action());
    world.pauses.suspend(human, SECRET, IdempotentRequest.unkeyed());
    assertEquals("organization.paused", last().action());
    world.pauses.resume(human, IdempotentRequest.unkeyed());
    assertEquals("organization.resumed", last().action());
    world
        .mailbox
        .members()
        .add(human, "new@example.com", Role.APPROVER, IdempotentRequest.unkeyed());
    assertEquals("member.invited", last().action());
    assertEquals("approver", last().facts().get("role"));
    assertFalse(trail().toString().contains(SECRET), "a note is in the trail");
  }

  @Test
  void an_approval_that_nobody_decides_is_ended_by_the_service() {
    ask();
    world.clock.advance(Duration.ofDays(8));
    world.maintenance.runDue();
    assertEquals("approval.expired", last().action());
    assertEquals("service", last().actor());
  }

  @Test
  void entries_are_found_by_action_or_actor_and_only_by_owners() {
    ask();
    PageRequest first = PageRequest.first(9);
    AuditLog log = world.mailbox.auditLog();
    assertEquals(1, log.list(human, AuditAction.SEND_ACCEPTED, null, first).items().size());
    assertEquals(
        List.of("send.accepted"),
        log.list(human, null, world.owner.id(), first).items().stream()
            .map(AuditEntry::action)
            .toList());
    assertEquals(
        List.of("actor"),
        problemPaths(() -> log.list(human, AuditAction.SEND_ACCEPTED, "usr_1", first)));
    assertEquals(
        "missing_permission -",
        codeAndReason(() -> log.list(world.human(Role.APPROVER), null, null, first)));
    assertEquals("step_up_required -", codeAndReason(() -> log.export(world.unverified())));
  }

  @Test
  void keys_of_the_whole_organization_with_the_permission_may_read_it() {
    ask();
    Scope organization = Scope.organization(inbox.organizationId());
    PageRequest first = PageRequest.first(9);
    assertEquals(
        world.mailbox.auditLog().list(human, null, null, first),
        world.mailbox.auditLog().list(key(organization, Permission.AUDIT_READ), null, null, first));
    for (Caller refused :
        List.of(
            key(organization, Permission.USAGE_READ),
            key(inbox.scope(), Permission.AUDIT_READ),
            key(Scope.pod(inbox.organizationId(), inbox.podId()), Permission.AUDIT_READ))) {
      assertEquals(
          "missing_permission -",
          codeAndReason(() -> world.mailbox.auditLog().list(refused, null, null, first)));
    }
    assertEquals(
        "human_required -",
        codeAndReason(
            () -> world.mailbox.auditLog().export(key(organization, Permission.AUDIT_READ))));
  }

  private Caller key(Scope scope, Permission permission) {
    return world.key(scope, Set.of(permission));
  }

  @Test
  void what_an_operator_does_is_recorded_in_the_trail_of_the_operators_organization() {
    Caller operator = world.operator();
    world.pauses.pausePlatform(operator, IdempotentRequest.unkeyed());
    assertEquals("platform.paused", last().action());
    world.pauses.resumePlatform(operator, IdempotentRequest.unkeyed());
    world.pauses.resumePlatform(operator, IdempotentRequest.unkeyed());
    assertEquals("platform.resumed", last().action());
    assertEquals(
        1, trail().stream().filter(one -> one.action().equals("platform.resumed")).count());
    var invite =
        world
            .mailbox
            .signUps()
            .invites()
            .create(operator, "invited@example.com", IdempotentRequest.unkeyed());
    assertEquals("invite.created", last().action());
    world.mailbox.signUps().invites().revoke(operator, invite.invite().id());
    assertEquals("invite.revoked", last().action());
    world.mailbox.signUps().modes().update(operator, SignUpMode.INVITE_ONLY, null);
    assertEquals("sign_up.changed", last().action());
    assertEquals("invite_only", last().facts().get("mode"));
    assertFalse(trail().toString().contains("invited@example.com"), "an address is in the trail");
  }

  @Test
  void codes_webhooks_and_deleted_inboxes_are_recorded() {
    var code =
        world
            .mailbox
            .signUps()
            .directedCodes()
            .create(human, null, SECRET, IdempotentRequest.unkeyed());
    assertEquals("code.created", last().action());
    world.mailbox.signUps().directedCodes().revoke(human, code.code().id());
    assertEquals("code.revoked", last().action());
    world.mailbox.inboxes().delete(human, inbox.address());
    assertEquals("inbox.deleted", last().action());
    assertEquals(inbox.address(), last().facts().get("inbox_id"));
    assertFalse(trail().toString().contains(SECRET), "a note is in the trail");
  }

  @Test
  void entries_expire_and_the_rest_is_still_a_chain() {
    ask();
    world.clock.advance(Expiry.AUDIT_KEPT.plusDays(1));
    world.maintenance.runDue();
    List<AuditEntry> left = trail();
    assertFalse(left.stream().anyMatch(entry -> entry.action().equals("send.accepted")));
    for (int i = 1; i < left.size(); i++) {
      assertEquals(left.get(i - 1).hash(), left.get(i).previousHash());
    }
  }
}
