package dev.agentmailbox.service.account;

import static dev.agentmailbox.fixture.SignInFixture.OWNER;
import static dev.agentmailbox.fixture.SignInFixture.RANGE;
import static dev.agentmailbox.fixture.SignInFixture.assertRefused;
import static dev.agentmailbox.port.account.AccountTables.HUMANS;
import static dev.agentmailbox.port.account.AccountTables.HUMAN_BY_EMAIL;
import static dev.agentmailbox.port.account.AccountTables.MEMBERS;
import static dev.agentmailbox.port.account.AccountTables.MEMBERS_OF_ORGANIZATION;
import static dev.agentmailbox.port.account.AccountTables.MEMBERS_OF_ROLE;
import static dev.agentmailbox.port.sending.SendingTables.NOTICES;
import static dev.agentmailbox.port.sending.SendingTables.NOTICES_DUE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.Membership;
import dev.agentmailbox.account.SignUpMode;
import dev.agentmailbox.audit.AuditEntry;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.fixture.SignInFixture;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.ApproverDirectory.Approver;
import dev.agentmailbox.service.access.Profile;
import dev.agentmailbox.service.notice.Invitations;
import dev.agentmailbox.service.request.CallerNetwork;
import dev.agentmailbox.service.request.IdempotentRequest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A human decides alone about its memberships. */
class MembershipsTest {
  private static final String NEWCOMER = "newcomer@example.com";

  @AutoClose private final SignInFixture fixture = new SignInFixture();
  private final Mailbox mailbox = fixture.mailbox;
  private final Caller.Human owner = mailbox.human();
  private final String first = owner.scope().organizationId();

  private Member add(Caller caller, String email, Role role) {
    return mailbox.members().add(caller, email, role, IdempotentRequest.unkeyed());
  }

  private Profile accept(SessionCookie cookie, String organization) {
    return mailbox.memberships().accept(cookie, organization, IdempotentRequest.unkeyed());
  }

  private Profile leave(SessionCookie cookie, String organization) {
    return mailbox.memberships().leave(cookie, organization, IdempotentRequest.unkeyed());
  }

  private Profile choose(SessionCookie cookie, String organization) {
    return mailbox.memberships().choose(cookie, organization, IdempotentRequest.unkeyed());
  }

  private Caller.Human caller(SessionCookie cookie) {
    return mailbox.sessions().authenticate(cookie).orElseThrow();
  }

  /** An owner of an organization of its own, who signed in. */
  private SessionCookie founder(String email) {
    mailbox.signUps().modes().update(owner, SignUpMode.OPEN, true);
    mailbox
        .signUps()
        .waitlist()
        .take(new CallerNetwork(RANGE, "operator"), null, email, IdempotentRequest.unkeyed());
    return fixture.signInAsMailed(email, RANGE);
  }

  private static Set<Membership.Status> statuses(Profile profile) {
    return Set.copyOf(profile.organizations().stream().map(Profile.Belonging::status).toList());
  }

  // spec Decisions.11
  @Test
  void a_membership_gives_nothing_before_its_person_accepts_it() {
    Member added = add(owner, NEWCOMER, Role.OWNER);
    assertEquals(Membership.Status.PENDING, added.membership().status());
    SessionCookie cookie = fixture.signIn(NEWCOMER);
    assertFalse(caller(cookie).isMember());
    assertEquals(Set.of(Membership.Status.PENDING), statuses(mailbox.sessions().profile(cookie)));
    assertRefused(ErrorCode.NOT_FOUND, () -> choose(cookie, first));
    assertEquals(
        List.of(OWNER),
        mailbox.context().read(tx -> Members.approvers(tx, first)).stream()
            .map(Approver::address)
            .toList());

    Profile accepted = accept(cookie, first);
    assertEquals(Set.of(Membership.Status.ACTIVE), statuses(accepted));
    assertEquals(first, accepted.organizationId());
    assertEquals(Human.Status.ACTIVE, accepted.human().status());
    assertEquals(Role.OWNER, caller(cookie).role());
    assertEquals(first, caller(cookie).scope().organizationId());
    assertEquals(accepted, accept(cookie, first));
  }

  @Test
  void only_who_was_asked_can_accept() {
    SessionCookie stranger = founder("b@example.org");
    assertRefused(ErrorCode.NOT_FOUND, () -> accept(stranger, first));
    assertRefused(ErrorCode.NOT_FOUND, () -> leave(stranger, first));
    assertRefused(ErrorCode.UNAUTHORIZED, () -> accept(new SessionCookie("no"), first));
  }

  @Test
  void an_owner_changes_nothing_of_a_person_who_waits_for_an_organization_of_its_own() {
    CallerNetwork from = new CallerNetwork(RANGE, "operator");
    mailbox.signUps().waitlist().take(from, null, NEWCOMER, IdempotentRequest.unkeyed());
    fixture.mailed(NEWCOMER);
    Member added = add(owner, NEWCOMER, Role.APPROVER);
    assertEquals(Human.Status.WAITLISTED, added.human().status());
    mailbox.signUps().modes().update(owner, SignUpMode.OPEN, true);

    SessionCookie cookie = fixture.signIn(NEWCOMER);
    Caller.Human own = caller(cookie);
    assertTrue(own.isMember());
    assertEquals(Role.OWNER, own.role());
    assertFalse(own.scope().equals(owner.scope()));
  }

  @Test
  void a_person_who_is_asked_by_others_first_can_still_sign_up_and_be_invited() {
    add(owner, NEWCOMER, Role.APPROVER);
    mailbox.signUps().invites().create(owner, NEWCOMER, IdempotentRequest.unkeyed());
    String code = fixture.mailed(NEWCOMER);
    SessionCookie invited = fixture.signIn(NEWCOMER);
    Profile redeemed =
        mailbox
            .signUps()
            .redemption()
            .redeem(invited, code, "192.0.2.1", IdempotentRequest.unkeyed());
    assertFalse(Optional.of(first).equals(Optional.ofNullable(redeemed.organizationId())));
    assertEquals(Role.OWNER, caller(invited).role());

    add(owner, "other@example.com", Role.APPROVER);
    assertEquals(Role.OWNER, caller(founder("other@example.com")).role());
  }

  // spec Decisions.11
  @Test
  void a_person_declines_and_leaves() {
    add(owner, NEWCOMER, Role.APPROVER);
    SessionCookie cookie = fixture.signIn(NEWCOMER);
    assertEquals(List.of(), leave(cookie, first).organizations());
    assertRefused(ErrorCode.NOT_FOUND, () -> accept(cookie, first));

    add(owner, NEWCOMER, Role.APPROVER);
    accept(cookie, first);
    Profile left = leave(cookie, first);
    assertNull(left.organizationId());
    assertFalse(caller(cookie).isMember());
  }

  @Test
  void the_last_owner_cannot_leave_and_one_who_has_not_accepted_does_not_count() {
    SessionCookie cookie = fixture.signIn(OWNER);
    add(owner, NEWCOMER, Role.OWNER);
    assertRefused(ErrorCode.CONFLICT, () -> leave(cookie, first));
    accept(fixture.signIn(NEWCOMER), first);
    assertEquals(List.of(), leave(cookie, first).organizations());
  }

  // spec Decisions.11
  @Test
  void who_belongs_to_several_chooses_at_sign_in_and_stays_there() {
    SessionCookie before = founder(NEWCOMER);
    String own = caller(before).scope().organizationId();
    add(owner, NEWCOMER, Role.APPROVER);
    assertEquals(own, accept(before, first).organizationId());
    assertEquals(own, caller(before).scope().organizationId());

    SessionCookie cookie = fixture.signIn(NEWCOMER);
    assertNull(mailbox.sessions().profile(cookie).organizationId());
    assertFalse(caller(cookie).isMember());
    assertEquals(first, choose(cookie, first).organizationId());
    assertEquals(Role.APPROVER, caller(cookie).role());
    assertEquals(own, choose(cookie, own).organizationId());
    assertEquals(Role.OWNER, caller(cookie).role());
    assertRefused(ErrorCode.NOT_FOUND, () -> choose(cookie, "org_other"));
    assertEquals(
        List.of("session.switched", "member.joined"),
        mailbox.auditLog().list(owner, null, null, PageRequest.first(2)).items().stream()
            .map(AuditEntry::action)
            .toList());
    assertEquals(own, caller(cookie).scope().organizationId());
  }

  @Test
  void who_is_removed_does_not_act_in_another_organization_unawares() {
    SessionCookie own = founder(NEWCOMER);
    add(owner, NEWCOMER, Role.APPROVER);
    accept(own, first);
    choose(own, first);
    mailbox.members().remove(owner, caller(own).id());
    assertFalse(caller(own).isMember());
    assertNull(mailbox.sessions().profile(own).organizationId());
  }

  @Test
  void a_step_up_stays_in_the_chosen_organization() {
    SessionCookie cookie = founder(NEWCOMER);
    add(owner, NEWCOMER, Role.APPROVER);
    accept(cookie, first);
    choose(cookie, first);
    mailbox.stepUp().requestCode(cookie, RANGE, IdempotentRequest.unkeyed());
    SessionCookie risen = mailbox.stepUp().verify(cookie, fixture.mailed(NEWCOMER)).cookie();
    assertEquals(first, caller(risen).scope().organizationId());
  }

  @Test
  void of_owners_who_all_leave_at_once_one_stays() throws Exception {
    int people = 6;
    List<SessionCookie> cookies =
        IntStream.range(0, people)
            .mapToObj(i -> "owner" + i + "@example.com")
            .map(this::anotherOwner)
            .toList();
    mailbox.members().remove(owner, owner.id());

    ExecutorService threads = Executors.newFixedThreadPool(people);
    CountDownLatch go = new CountDownLatch(1);
    List<Future<Profile>> leaving =
        cookies.stream()
            .map(
                cookie ->
                    threads.submit(
                        () -> {
                          go.await();
                          return leave(cookie, first);
                        }))
            .toList();
    go.countDown();
    threads.shutdown();
    long left = leaving.stream().filter(MembershipsTest::succeeds).count();
    assertEquals(people - 1, left);
    assertEquals(
        1,
        mailbox
            .context()
            .read(tx -> tx.table(MEMBERS).list(MEMBERS_OF_ROLE, first, "owner"))
            .size());
  }

  private SessionCookie anotherOwner(String email) {
    add(owner, email, Role.OWNER);
    mailbox.signIn().requestCode(email, email);
    SessionCookie cookie = mailbox.signIn().verify(email, fixture.mailed(email), email).cookie();
    accept(cookie, first);
    return cookie;
  }

  private static boolean succeeds(Future<Profile> leaving) {
    try {
      leaving.get();
      return true;
    } catch (ExecutionException refused) {
      return false;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  // spec Decisions.4
  @Test
  void all_owners_are_told_of_a_new_owner_and_not_of_an_approver() {
    add(owner, "approver@example.com", Role.APPROVER);
    Member added = add(owner, NEWCOMER, Role.OWNER);
    mailbox.maintenance().runDue();
    accept(fixture.signIn(NEWCOMER), first);
    mailbox.maintenance().runDue();
    mailbox.members().update(owner, added.human().id(), Role.APPROVER);
    mailbox.members().update(owner, added.human().id(), Role.OWNER);
    mailbox.maintenance().runDue();

    List<String> told =
        fixture.transport.captured().stream()
            .filter(mail -> mail.recipients().contains(OWNER))
            .map(mail -> mail.source())
            .toList();
    assertEquals(3, told.size());
    assertTrue(told.stream().allMatch(mail -> mail.contains("Subject: A new owner of mailbox")));
    assertTrue(told.get(0).contains(NEWCOMER + " is invited to become an owner of mailbox"));
    assertTrue(told.get(1).contains(NEWCOMER + " is an owner now of mailbox"));
  }

  private List<String> invitations(String email) {
    return fixture.transport.captured().stream()
        .filter(mail -> mail.recipients().contains(email))
        .map(mail -> mail.source())
        .filter(mail -> mail.contains("Subject: Invitation to join"))
        .toList();
  }

  @Test
  void a_new_member_is_invited_by_mail_once() {
    add(owner, NEWCOMER, Role.APPROVER);
    mailbox.maintenance().runDue();
    mailbox.maintenance().runDue();
    List<String> mails = invitations(NEWCOMER);
    assertEquals(1, mails.size());
    String mail = mails.get(0);
    assertTrue(mail.contains("Subject: Invitation to join mailbox"), mail);
    assertTrue(mail.contains("invited by " + OWNER + " to join the organization mailbox"), mail);
    assertTrue(mail.contains("as an approver"), mail);
    assertTrue(mail.contains("sign in with this address (" + NEWCOMER + ")"), mail);
    assertTrue(mail.contains("/console"), mail);
  }

  @Test
  void who_accepted_or_was_removed_gets_no_invitation() {
    add(owner, NEWCOMER, Role.OWNER);
    accept(fixture.signIn(NEWCOMER), first);
    Member gone = add(owner, "gone@example.com", Role.APPROVER);
    mailbox.members().remove(owner, gone.human().id());
    mailbox.maintenance().runDue();
    assertEquals(List.of(), invitations(NEWCOMER));
    assertEquals(List.of(), invitations("gone@example.com"));
  }

  @Test
  void nobody_is_flooded_with_invitations() {
    for (int i = 0; i < 2 * Invitations.MAILED_TO_ADDRESS.maxEvents(); i++) {
      Member added = add(owner, NEWCOMER, Role.APPROVER);
      mailbox.maintenance().runDue();
      mailbox.members().remove(owner, added.human().id());
    }
    assertEquals(Invitations.MAILED_TO_ADDRESS.maxEvents(), invitations(NEWCOMER).size());
  }

  private List<String> notices() {
    return mailbox
        .context()
        .write(tx -> tx.table(NOTICES).due(NOTICES_DUE, mailbox.context().now(), 10))
        .stream()
        .map(notice -> notice.address() + " " + notice.about())
        .filter(notice -> !notice.contains("INVITED_BY"))
        .sorted()
        .toList();
  }

  @Test
  void mail_about_a_new_owner_is_written_with_the_change_and_only_with_it() {
    assertRefused(ErrorCode.CONFLICT, () -> add(owner, OWNER, Role.OWNER));
    assertEquals(List.of(), notices());
    IdempotentRequest<Member> once = IdempotentRequest.unkeyed();
    Member added = mailbox.members().add(owner, NEWCOMER, Role.OWNER, once);
    String id = added.human().id();
    assertEquals(List.of(OWNER + " " + id + ".INVITED"), notices());
    mailbox.members().update(owner, id, Role.APPROVER);
    mailbox.members().update(owner, id, Role.OWNER);
    assertEquals(List.of(OWNER + " " + id + ".INVITED"), notices());
    accept(fixture.signIn(NEWCOMER), first);
    assertEquals(
        List.of(
            NEWCOMER + " " + id + ".JOINED",
            OWNER + " " + id + ".INVITED",
            OWNER + " " + id + ".JOINED"),
        notices());
  }

  // spec Decisions.4
  @Test
  void members_are_added_changed_and_removed_only_by_an_owner_who_was_verified_lately() {
    fixture.addMember(NEWCOMER);
    Caller.Human late =
        new Caller.Human(
            owner.id(), owner.scope(), Role.OWNER, Role.OWNER.permissions(), false, true);
    String id =
        mailbox
            .context()
            .read(tx -> tx.table(HUMANS).find(HUMAN_BY_EMAIL, NEWCOMER))
            .orElseThrow()
            .id();
    assertRefused(ErrorCode.STEP_UP_REQUIRED, () -> add(late, "attacker@example.com", Role.OWNER));
    assertRefused(ErrorCode.STEP_UP_REQUIRED, () -> mailbox.members().update(late, id, Role.OWNER));
    assertRefused(ErrorCode.STEP_UP_REQUIRED, () -> mailbox.members().remove(late, id));
    Scope scope = owner.scope();
    assertEquals(
        Set.of(owner.id(), id),
        Set.copyOf(
            mailbox
                .context()
                .read(tx -> tx.table(MEMBERS).list(MEMBERS_OF_ORGANIZATION, scope.organizationId()))
                .stream()
                .map(Membership::userId)
                .toList()));
  }
}
