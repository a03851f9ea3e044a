package dev.agentmailbox.service.policy;

import static dev.agentmailbox.fixture.Refusals.refusal;
import static dev.agentmailbox.fixture.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.account.EffectivePolicy;
import dev.agentmailbox.account.NoticePolicy;
import dev.agentmailbox.account.Pod;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.fixture.ServiceFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.service.policy.Policies.PolicyChanges;
import dev.agentmailbox.service.request.FieldUpdate;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.ScopeRef;
import dev.agentmailbox.service.sending.MailInput;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class PoliciesTest {
  private static final PolicyChanges NOTHING =
      new PolicyChanges(
          FieldUpdate.none(),
          FieldUpdate.none(),
          FieldUpdate.none(),
          FieldUpdate.none(),
          FieldUpdate.none(),
          FieldUpdate.none());

  @AutoClose private final ServiceFixture world = new ServiceFixture();
  private final Pod pod = world.pod("team");
  private final Inbox inbox = world.inboxIn(pod, "alice");

  private static PolicyChanges flags(FieldUpdate<List<String>> flags) {
    return new PolicyChanges(
        flags,
        FieldUpdate.none(),
        FieldUpdate.none(),
        FieldUpdate.none(),
        FieldUpdate.none(),
        FieldUpdate.none());
  }

  private static PolicyChanges bcc(FieldUpdate<Boolean> allow) {
    return new PolicyChanges(
        FieldUpdate.none(),
        allow,
        FieldUpdate.none(),
        FieldUpdate.none(),
        FieldUpdate.none(),
        FieldUpdate.none());
  }

  private static PolicyChanges window(int seconds) {
    return new PolicyChanges(
        FieldUpdate.none(),
        FieldUpdate.none(),
        FieldUpdate.none(),
        FieldUpdate.none(),
        FieldUpdate.to(seconds),
        FieldUpdate.none());
  }

  private EffectivePolicy set(ScopeRef place, PolicyChanges changes) {
    return world.policies.update(world.human(Role.OWNER), place, changes);
  }

  private EffectivePolicy ofInbox() {
    return world.policies.get(world.owner, ScopeRef.inbox("Alice@agents.localhost"));
  }

  private static ErrorCode code(Executable work) {
    return refusal(work);
  }

  @Test
  void the_narrower_level_wins_field_by_field() {
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
        ofInbox());
    set(ScopeRef.OWN, flags(FieldUpdate.to(List.of("has_links"))));
    set(ScopeRef.OWN, bcc(FieldUpdate.to(true)));
    set(ScopeRef.pod(pod.id()), window(60));
    set(ScopeRef.inbox(inbox.address()), flags(FieldUpdate.to(List.of())));
    assertEquals(
        new EffectivePolicy(
            Set.of(),
            true,
            Set.of("injection_suspected", "executable_attachment"),
            true,
            Duration.ofMinutes(1),
            NoticePolicy.DEFAULT,
            0,
            false),
        ofInbox());
    assertEquals(
        Set.of("has_links"),
        world.policies.get(world.owner, ScopeRef.pod(pod.id())).approvalFlags());
    EffectivePolicy inherited = set(ScopeRef.inbox(inbox.address()), flags(FieldUpdate.to(null)));
    assertEquals(Set.of("has_links"), inherited.approvalFlags());
  }

  @Test
  void a_policy_holds_for_the_next_send() {
    set(ScopeRef.OWN, flags(FieldUpdate.to(List.of("first_contact"))));
    MailInput mail =
        MailInput.from(inbox.address()).to("bob@example.com").subject("s").text("t").build();
    assertEquals(
        "pending_approval",
        world.sends.submit(world.owner, mail, IdempotentRequest.unkeyed()).status().wireName());
  }

  @Test
  void only_a_verified_owner_changes_it() {
    assertEquals(
        ErrorCode.HUMAN_REQUIRED,
        code(() -> world.policies.update(world.owner, ScopeRef.OWN, window(1))));
    assertEquals(
        ErrorCode.MISSING_PERMISSION,
        code(() -> world.policies.update(world.human(Role.APPROVER), ScopeRef.OWN, window(1))));
    assertEquals(
        ErrorCode.STEP_UP_REQUIRED,
        code(() -> world.policies.update(world.unverified(), ScopeRef.OWN, window(1))));
  }

  @Test
  void all_that_is_wrong_is_told_at_once() {
    MailboxException refusal =
        refused(
            () ->
                set(
                    ScopeRef.OWN,
                    new PolicyChanges(
                        FieldUpdate.to(List.of("has_links", "nonsense")),
                        FieldUpdate.none(),
                        FieldUpdate.to(List.of("spam")),
                        FieldUpdate.none(),
                        FieldUpdate.to(-1),
                        FieldUpdate.none())));
    assertEquals(
        List.of("approval_flags[1]", "hold[0]", "duplicate_window_seconds"),
        refusal.problems().stream().map(FieldProblem::path).toList());
    MailboxException empty = refused(() -> set(ScopeRef.OWN, NOTHING));
    assertEquals("body", empty.problems().get(0).path());
  }

  @Test
  void a_narrow_key_reads_its_own_level_and_no_wider_one() {
    set(ScopeRef.inbox(inbox.address()), window(7));
    var key = world.key(inbox.scope(), EnumSet.allOf(Permission.class));
    assertEquals(Duration.ofSeconds(7), world.policies.get(key, ScopeRef.OWN).duplicateWindow());
    assertEquals(ErrorCode.NOT_FOUND, code(() -> world.policies.get(key, ScopeRef.pod(pod.id()))));
    assertEquals(
        ErrorCode.MISSING_PERMISSION,
        code(() -> world.policies.get(world.without(Permission.INBOX_READ), ScopeRef.OWN)));
  }
}
