package dev.agentmailbox.service.account;

import static dev.agentmailbox.fixture.SignInFixture.OWNER;
import static dev.agentmailbox.fixture.SignInFixture.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.fixture.SignInFixture;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.ApproverDirectory.Approver;
import dev.agentmailbox.service.access.ApiKeys;
import dev.agentmailbox.service.access.NewApiKey;
import dev.agentmailbox.service.access.SignedIn;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.ScopeRef;
import dev.agentmailbox.service.signup.FirstLink;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Who belongs to an organization, and the human inside the process. */
class MembersTest {
  @AutoClose private final SignInFixture fixture = new SignInFixture();
  private final Mailbox mailbox = fixture.mailbox;
  private final Caller.Human owner = mailbox.human();

  @Test
  void the_human_of_the_process_does_what_only_a_human_may() {
    ApiKeys.Created created =
        mailbox
            .apiKeys()
            .create(
                owner,
                ScopeRef.OWN,
                new NewApiKey("a", Set.of(), null),
                IdempotentRequest.unkeyed());
    assertEquals(Set.of(), created.key().permissions());
    assertEquals(mailbox.firstOwner().id(), owner.id());
    assertTrue(owner.operator());
    Caller.Key key = new Caller.Key(created.key(), true);
    assertRefused(
        ErrorCode.HUMAN_REQUIRED,
        () -> mailbox.apiKeys().revoke(key, ScopeRef.OWN, created.key().id()));
  }

  @Test
  void the_first_link_signs_the_owner_in_once_and_for_a_day() {
    SessionCookie link = mailbox.firstLink().make();
    assertRefused(
        ErrorCode.UNAUTHORIZED, () -> mailbox.firstLink().redeem(new SessionCookie("other")));
    SignedIn signedIn = mailbox.firstLink().redeem(link);
    assertEquals(OWNER, signedIn.profile().human().email());
    assertTrue(mailbox.sessions().authenticate(signedIn.cookie()).orElseThrow().verified());
    assertRefused(ErrorCode.UNAUTHORIZED, () -> mailbox.firstLink().redeem(link));

    SessionCookie late = mailbox.firstLink().make();
    fixture.clock.advance(FirstLink.LIFETIME);
    assertRefused(ErrorCode.UNAUTHORIZED, () -> mailbox.firstLink().redeem(late));
  }

  @Test
  void a_later_start_keeps_the_first_owner() {
    Human again = mailbox.members().ensureOwner(owner.scope().organizationId(), "b@example.com");
    assertEquals(mailbox.firstOwner(), again);
    assertEquals(OWNER, again.email());
    assertTrue(again.operator());
  }

  @Test
  void only_an_owner_changes_members_and_a_human_of_another_organization_sees_none() {
    fixture.addMember("second@example.com");
    Caller.Human approver =
        new Caller.Human(
            "usr_x", owner.scope(), Role.APPROVER, Role.APPROVER.permissions(), true, false);
    assertRefused(
        ErrorCode.MISSING_PERMISSION, () -> mailbox.members().remove(approver, owner.id()));
    Caller.Human stranger =
        new Caller.Human(
            "usr_y",
            Scope.organization("org_other"),
            Role.OWNER,
            Role.OWNER.permissions(),
            true,
            false);
    assertRefused(ErrorCode.NOT_FOUND, () -> mailbox.members().remove(stranger, owner.id()));
    List<Member> seen = mailbox.members().list(stranger, PageRequest.first(50)).items();
    assertEquals(List.of(), seen);
  }

  @Test
  void a_removed_member_stays_signed_in_and_may_do_nothing() {
    fixture.addMember("second@example.com");
    SessionCookie cookie = fixture.signIn("second@example.com");
    Caller.Human before = mailbox.sessions().authenticate(cookie).orElseThrow();
    assertTrue(before.isMember());
    mailbox.members().remove(owner, before.id());
    Caller.Human after = mailbox.sessions().authenticate(cookie).orElseThrow();
    assertFalse(after.isMember());
    assertEquals(Set.of(), after.permissions());
  }

  @Test
  void owners_and_approvers_are_told_what_waits() {
    fixture.addMember("second@example.com");
    assertEquals(
        List.of(OWNER, "second@example.com"),
        mailbox.context().read(tx -> Members.approvers(tx, owner.scope().organizationId())).stream()
            .map(Approver::address)
            .toList());
  }
}
