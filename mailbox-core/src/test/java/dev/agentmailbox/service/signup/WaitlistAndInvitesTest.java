package dev.agentmailbox.service.signup;

import static dev.agentmailbox.fixture.Refusals.assertConflict;
import static dev.agentmailbox.fixture.Refusals.problemPaths;
import static dev.agentmailbox.fixture.Refusals.refusal;
import static dev.agentmailbox.fixture.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.SignUpMode;
import dev.agentmailbox.account.WaitlistAnswers;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.fixture.SignInFixture;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.service.access.Profile;
import dev.agentmailbox.service.inbox.Inboxes;
import dev.agentmailbox.service.request.CallerNetwork;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.signup.Waitlist.Ticket;
import dev.agentmailbox.service.signup.Waitlist.Waiting;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** People ask to be let in, are invited, and get an organization. */
class WaitlistAndInvitesTest {
  private static final CallerNetwork HERE = new CallerNetwork("192.0.2.0/24", "AS64500");
  private static final String GUEST = "guest@example.com";
  private static final String ADDRESS = "192.0.2.7";
  @AutoClose private final SignInFixture fixture = new SignInFixture();
  private final SignUpServices in = fixture.mailbox.signUps();
  private final Caller.Human operator = fixture.mailbox.human();

  private Ticket join(CallerNetwork from) {
    return in.waitlist().join(from, WaitlistAnswers.NONE, IdempotentRequest.unkeyed());
  }

  private String invite(String email) {
    Invites.Created made = in.invites().create(operator, email, IdempotentRequest.unkeyed());
    assertEquals(made.text(), fixture.mailed(email));
    return made.text();
  }

  private List<String> waiting() {
    return in.waitlist().list(operator, PageRequest.first(50)).items().stream()
        .map(Waiting::human)
        .map(Human::email)
        .toList();
  }

  private Profile redeem(SessionCookie cookie, String code) {
    return in.redemption().redeem(cookie, code, ADDRESS, IdempotentRequest.unkeyed());
  }

  @Test
  void the_mail_of_an_invite_says_where_to_sign_in() {
    String code = invite(GUEST);
    List<String> lines = fixture.mailTo(GUEST).lines().toList();
    assertTrue(lines.contains(code), lines.toString());
    assertTrue(lines.contains("http://localhost:8080/console"), lines.toString());
  }

  @Test
  void a_person_waits_is_invited_and_becomes_owner_of_an_organization() {
    in.waitlist().take(HERE, join(HERE).token(), "Guest@Example.com", IdempotentRequest.unkeyed());
    assertEquals(List.of(GUEST), waiting());
    SessionCookie cookie = fixture.signInAsMailed(GUEST, SignInFixture.RANGE);
    assertFalse(fixture.mailbox.sessions().authenticate(cookie).orElseThrow().isMember());
    assertEquals(
        Human.Status.WAITLISTED, fixture.mailbox.sessions().profile(cookie).human().status());

    String code = invite(GUEST);
    assertEquals(List.of(), waiting());
    assertEquals(Human.Status.INVITED, fixture.mailbox.sessions().profile(cookie).human().status());
    Profile active = redeem(cookie, code);
    assertEquals(Human.Status.ACTIVE, active.human().status());
    Caller.Human caller = fixture.mailbox.sessions().authenticate(cookie).orElseThrow();
    assertNotEquals(operator.scope(), caller.scope());
    assertEquals(caller.scope().organizationId(), active.organizations().get(0).organizationId());
    fixture
        .mailbox
        .inboxes()
        .create(caller, Inboxes.NewInbox.random(), IdempotentRequest.unkeyed());
    assertEquals(ErrorCode.INVITE_INVALID, refusal(() -> redeem(cookie, code)));
    assertConflict(
        "already_active", () -> in.invites().create(operator, GUEST, IdempotentRequest.unkeyed()));
  }

  // spec Expiry.2
  @Test
  void a_link_works_once_and_for_a_day() {
    Ticket ticket = join(HERE);
    in.waitlist().take(HERE, ticket.token(), GUEST, IdempotentRequest.unkeyed());
    assertEquals(
        ErrorCode.GONE,
        refusal(
            () ->
                in.waitlist()
                    .take(HERE, ticket.token(), "other@example.com", IdempotentRequest.unkeyed())));
    Ticket late = join(HERE);
    fixture.clock.advance(Waitlist.LIFETIME);
    assertEquals(
        ErrorCode.GONE,
        refusal(
            () ->
                in.waitlist()
                    .take(HERE, late.token(), "x@example.com", IdempotentRequest.unkeyed())));
    assertEquals(List.of(GUEST), waiting());
  }

  @Test
  void who_has_an_account_or_an_agents_address_does_not_wait() {
    in.waitlist().take(HERE, join(HERE).token(), SignInFixture.OWNER, IdempotentRequest.unkeyed());
    assertEquals(List.of(), waiting());
    assertTrue(
        fixture
            .mailbox
            .sessions()
            .authenticate(fixture.signInAsMailed(SignInFixture.OWNER, SignInFixture.RANGE))
            .orElseThrow()
            .isMember());
    assertEquals(
        List.of("email"),
        problemPaths(
            () ->
                in.waitlist()
                    .take(HERE, null, "bot@agents.localhost", IdempotentRequest.unkeyed())));
  }

  // spec Public.5
  @Test
  void while_the_waitlist_is_closed_an_entry_is_answered_and_not_stored() {
    in.modes().update(operator, null, false);
    Ticket ticket = join(HERE);
    assertEquals(
        ErrorCode.GONE,
        refusal(
            () -> in.waitlist().take(HERE, ticket.token(), GUEST, IdempotentRequest.unkeyed())));
    assertEquals(
        ErrorCode.SIGNUP_CLOSED,
        refusal(() -> in.waitlist().take(HERE, null, GUEST, IdempotentRequest.unkeyed())));
  }

  // spec Rates.6
  @Test
  void the_waitlist_takes_so_many_of_a_range_and_of_an_operator() {
    for (int i = 0; i < 5; i++) {
      join(HERE);
    }
    MailboxException limited = refused(() -> join(HERE));
    assertEquals(ErrorCode.RATE_LIMITED, limited.code());
    assertEquals(Optional.of(Duration.ofDays(1)), limited.retryAfter());
    for (int i = 0; i < 45; i++) {
      join(new CallerNetwork("range " + i / 5, "AS64500"));
    }
    assertEquals(
        ErrorCode.RATE_LIMITED, refusal(() -> join(new CallerNetwork("fresh", "AS64500"))));
    for (int i = 0; i < 950; i++) {
      join(new CallerNetwork("r" + i / 5, "o" + i / 50));
    }
    assertEquals(ErrorCode.RATE_LIMITED, refusal(() -> join(new CallerNetwork("other", "AS1"))));
    fixture.clock.advance(Duration.ofDays(1));
    join(HERE);
  }

  @Test
  void an_open_service_gives_an_organization_to_whoever_proves_an_address() {
    in.waitlist().take(HERE, null, "early@example.com", IdempotentRequest.unkeyed());
    in.modes().update(operator, SignUpMode.OPEN, null);
    in.waitlist().take(HERE, null, GUEST, IdempotentRequest.unkeyed());

    for (String email : List.of(GUEST, "early@example.com")) {
      Caller.Human caller =
          fixture
              .mailbox
              .sessions()
              .authenticate(fixture.signInAsMailed(email, SignInFixture.RANGE))
              .orElseThrow();
      assertTrue(caller.isMember(), email);
    }
    assertEquals(List.of(), waiting());
  }

  @Test
  void a_rejected_person_stays_out() {
    in.waitlist().take(HERE, null, GUEST, IdempotentRequest.unkeyed());
    String entry = in.waitlist().list(operator, PageRequest.first(1)).items().get(0).entry().id();
    in.waitlist().reject(operator, entry, IdempotentRequest.unkeyed());
    assertEquals(
        ErrorCode.NOT_FOUND,
        refusal(() -> in.waitlist().reject(operator, entry, IdempotentRequest.unkeyed())));
    in.modes().update(operator, SignUpMode.OPEN, null);
    SessionCookie cookie = fixture.signInAsMailed(GUEST, SignInFixture.RANGE);
    assertEquals(
        Human.Status.REJECTED, fixture.mailbox.sessions().profile(cookie).human().status());
    assertFalse(fixture.mailbox.sessions().authenticate(cookie).orElseThrow().isMember());
  }

  // spec ErrorCodes.12
  @Test
  void an_invite_is_bound_to_its_address_can_be_revoked_and_expires() {
    String code = invite(GUEST);
    in.waitlist().take(HERE, null, "other@example.com", IdempotentRequest.unkeyed());
    SessionCookie other = fixture.signInAsMailed("other@example.com", SignInFixture.RANGE);
    assertEquals(ErrorCode.INVITE_INVALID, refusal(() -> redeem(other, code)));

    SessionCookie guest = fixture.signIn(GUEST);
    String second = invite(GUEST);
    in.invites()
        .revoke(operator, in.invites().list(operator, PageRequest.first(1)).items().get(0).id());
    assertEquals(ErrorCode.INVITE_INVALID, refusal(() -> redeem(guest, second)));
    fixture.clock.advance(Invites.LIFETIME);
    assertEquals(ErrorCode.INVITE_INVALID, refusal(() -> redeem(fixture.signIn(GUEST), code)));
    String third = invite(GUEST);
    assertTrue(redeem(fixture.signIn(GUEST), third).human().isActive());
  }

  // spec ConsoleLimits.6, ErrorCodes.12
  @Test
  void five_failures_in_a_row_lock_redemption_for_an_hour() {
    String code = invite(GUEST);
    SessionCookie guest = fixture.signIn(GUEST);
    for (int i = 0; i < 5; i++) {
      assertEquals(ErrorCode.INVITE_INVALID, refusal(() -> redeem(guest, "MBX-0000-0000")));
      fixture.clock.advance(Duration.ofMinutes(20));
    }
    MailboxException locked = refused(() -> redeem(guest, code));
    assertEquals(ErrorCode.RATE_LIMITED, locked.code());
    assertEquals(Optional.of(Duration.ofMinutes(40)), locked.retryAfter());
    fixture.clock.advance(Duration.ofMinutes(40));
    assertEquals(ErrorCode.INVITE_INVALID, refusal(() -> redeem(guest, "MBX-0000-0000")));
    assertTrue(redeem(guest, code).human().isActive());
  }

  // spec ConsoleLimits.6
  @Test
  void a_network_address_may_try_twenty_times_an_hour() {
    for (int i = 0; i < 20; i++) {
      String email = "guest" + i + "@example.com";
      in.waitlist().take(new CallerNetwork("r" + i, "o"), null, email, IdempotentRequest.unkeyed());
      SessionCookie cookie = fixture.signInAsMailed(email, "r" + i);
      assertEquals(ErrorCode.INVITE_INVALID, refusal(() -> redeem(cookie, "wrong")));
    }
    String code = invite(GUEST);
    SessionCookie guest = fixture.signIn(GUEST);
    assertEquals(ErrorCode.RATE_LIMITED, refusal(() -> redeem(guest, code)));
    assertTrue(
        in.redemption()
            .redeem(guest, code, "192.0.2.8", IdempotentRequest.unkeyed())
            .human()
            .isActive());
  }
}
