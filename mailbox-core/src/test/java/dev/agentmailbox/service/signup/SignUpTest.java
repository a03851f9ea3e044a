package dev.agentmailbox.service.signup;

import static dev.agentmailbox.fixture.Refusals.codeAndReason;
import static dev.agentmailbox.fixture.Refusals.problemPaths;
import static dev.agentmailbox.fixture.Refusals.refusal;
import static dev.agentmailbox.fixture.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.DirectedCode;
import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Plan;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.fixture.SignInFixture;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.service.request.CallerNetwork;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.signup.Claims.Claimed;
import dev.agentmailbox.service.signup.SignUp.SignedUp;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** An agent makes an inbox with a code of its human, who then claims it. */
class SignUpTest {
  private static final CallerNetwork HERE = new CallerNetwork("192.0.2.0/24", "AS64500");
  @AutoClose private final SignInFixture fixture = new SignInFixture();
  private final Caller.Human owner = fixture.mailbox.human();

  private String code() {
    return signUps().directedCodes().create(owner, null, null, IdempotentRequest.unkeyed()).text();
  }

  private SignUpServices signUps() {
    return fixture.mailbox.signUps();
  }

  private SignedUp signUp(String code, String username) {
    return signUp(HERE, code, username);
  }

  private SignedUp signUp(CallerNetwork from, String code, String username) {
    return signUps()
        .agents()
        .signUp(from, Optional.of(code), () -> Optional.of(username), IdempotentRequest.unkeyed());
  }

  private Claimed claim(String code) {
    return signUps().claims().claim(owner, code, IdempotentRequest.unkeyed());
  }

  private Optional<Caller.Key> caller(KeySecret secret) {
    return fixture.mailbox.accounts().authenticate(secret.reveal());
  }

  private List<String> inboxes() {
    return fixture.mailbox.inboxes().list(owner, null, null, PageRequest.first(50)).items().stream()
        .map(inbox -> inbox.address() + (inbox.receives() ? "" : " unclaimed"))
        .toList();
  }

  // spec SignUpInbox.1, SignUpInbox.2
  @Test
  void an_agent_signs_up_and_its_human_claims_the_inbox() {
    SignedUp made = signUp(code(), "newcomer");
    assertEquals("newcomer@agents.localhost", made.inbox().address());
    assertEquals(List.of("newcomer@agents.localhost unclaimed"), inboxes());
    Caller.Key restricted = caller(made.secret()).orElseThrow();
    assertFalse(restricted.claimed());

    Claimed claimed = claim(" " + made.claimCode().toLowerCase(Locale.ROOT));
    assertTrue(claimed.inbox().receives());
    assertEquals(List.of("newcomer@agents.localhost"), inboxes());
    assertEquals(Optional.empty(), caller(made.secret()));
    assertTrue(caller(claimed.secret()).orElseThrow().claimed());
    assertEquals(made.inbox().scope(), claimed.key().scope());
    assertEquals(ErrorCode.NOT_FOUND, refusal(() -> claim(made.claimCode())));
  }

  // spec Expiry.1, Sizes.12
  @Test
  void a_code_works_once_and_for_a_day() {
    String used = code();
    signUp(used, "first-one");
    assertEquals(ErrorCode.SIGNUP_CLOSED, refusal(() -> signUp(used, "second-one")));

    String late = code();
    String revoked = code();
    DirectedCode row = newest();
    signUps().directedCodes().revoke(owner, row.id());
    assertEquals(ErrorCode.SIGNUP_CLOSED, refusal(() -> signUp(revoked, "third-one")));
    fixture.clock.advance(DirectedCodes.LIFETIME);
    assertEquals(ErrorCode.SIGNUP_CLOSED, refusal(() -> signUp(late, "fourth-one")));
    assertEquals(
        List.of("revoked", "expired", "used"),
        signUps().directedCodes().list(owner, PageRequest.first(9)).items().stream()
            .map(code -> code.status(fixture.clock.instant()).wireName())
            .toList());
  }

  private DirectedCode newest() {
    return signUps().directedCodes().list(owner, PageRequest.first(1)).items().get(0);
  }

  @Test
  void without_a_usable_code_nothing_else_is_judged_and_a_refusal_leaves_the_code() {
    assertEquals(ErrorCode.SIGNUP_CLOSED, refusal(() -> signUp("MBX-0000-0000", "X")));
    assertEquals(
        ErrorCode.SIGNUP_CLOSED,
        refusal(
            () ->
                signUps()
                    .agents()
                    .signUp(
                        HERE,
                        Optional.empty(),
                        () -> {
                          throw new IllegalStateException("asked without a code");
                        },
                        IdempotentRequest.unkeyed())));
    String code = code();
    assertEquals(List.of("username"), problemPaths(() -> signUp(code, "X")));
    assertEquals(ErrorCode.ADDRESS_UNAVAILABLE, refusal(() -> signUp(code, "security")));
    signUp(code, "good-name");
  }

  @Test
  void an_organization_at_its_limit_of_inboxes_takes_no_more_agents() {
    fixture
        .mailbox
        .operators()
        .updatePlan(owner, owner.scope().organizationId(), plan -> new Plan(0, 1, 1));
    assertEquals("signup_closed inbox_limit", codeAndReason(() -> signUp(code(), "one-too-many")));
  }

  // spec Sizes.13, SignUpInbox.3, SignUpAnswer.4
  @Test
  void an_inbox_nobody_claims_is_deleted_and_its_address_retired() {
    SignedUp late = signUp(code(), "forgotten");
    SignedUp kept = signUp(code(), "remembered");
    claim(kept.claimCode());
    fixture.clock.advance(Claims.LIFETIME);

    assertEquals(ErrorCode.NOT_FOUND, refusal(() -> claim(late.claimCode())));
    fixture.mailbox.maintenance().runDue();
    assertEquals(List.of("remembered@agents.localhost"), inboxes());
    assertEquals(ErrorCode.ADDRESS_UNAVAILABLE, refusal(() -> signUp(code(), "forgotten")));
    assertEquals(Optional.empty(), caller(late.secret()));
  }

  @Test
  void a_claim_is_of_a_verified_owner_of_the_same_organization() {
    SignedUp made = signUp(code(), "mine-alone");
    assertEquals(ErrorCode.NOT_FOUND, refusal(() -> as("org_other", Role.OWNER, true, made)));
    String own = owner.scope().organizationId();
    assertEquals(ErrorCode.MISSING_PERMISSION, refusal(() -> as(own, Role.APPROVER, true, made)));
    assertEquals(ErrorCode.STEP_UP_REQUIRED, refusal(() -> as(own, Role.OWNER, false, made)));
    assertTrue(as(own, Role.OWNER, true, made).inbox().claimed());
  }

  private Claimed as(String organization, Role role, boolean verified, SignedUp made) {
    Caller.Human human =
        new Caller.Human(
            "usr_x", Scope.organization(organization), role, role.permissions(), verified, false);
    return signUps().claims().claim(human, made.claimCode(), IdempotentRequest.unkeyed());
  }

  // spec Rates.4
  @Test
  void a_range_may_ask_ten_times_an_hour_whatever_comes_of_it() {
    for (int i = 0; i < 10; i++) {
      assertEquals(ErrorCode.SIGNUP_CLOSED, refusal(() -> signUp("MBX-0000-0000", "x")));
    }
    MailboxException limited = refused(() -> signUp(code(), "too-many"));
    assertEquals(ErrorCode.RATE_LIMITED, limited.code());
    assertEquals(Optional.of(Duration.ofHours(1)), limited.retryAfter());
    signUp(new CallerNetwork("198.51.100.0/24", "AS64500"), code(), "elsewhere");
  }

  /** That number of refused codes, at most ten of a range. */
  private void refuse(int codes, String operator) {
    for (int i = 0; i < codes; i++) {
      CallerNetwork from = new CallerNetwork(operator + " range " + i / 10, operator);
      assertEquals(ErrorCode.SIGNUP_CLOSED, refusal(() -> signUp(from, "MBX-0000-0000", "x")));
    }
  }

  // spec Rates.5, SignUpErrors.3
  @Test
  void fifty_refused_codes_pause_an_operator_for_the_rest_of_the_hour() {
    fixture.clock.advance(Duration.ofMinutes(45));
    refuse(49, "AS1");
    signUp(new CallerNetwork("fresh", "AS1"), code(), "before-the-pause");
    refuse(1, "AS1 other"); // of another operator
    assertEquals(
        ErrorCode.SIGNUP_CLOSED,
        refusal(() -> signUp(new CallerNetwork("last", "AS1"), "MBX-0000-0000", "x")));

    MailboxException paused =
        refused(() -> signUp(new CallerNetwork("next", "AS1"), code(), "paused-one"));
    assertEquals(ErrorCode.UPSTREAM_UNAVAILABLE, paused.code());
    assertEquals(Optional.of(Duration.ofMinutes(15)), paused.retryAfter());
    signUp(new CallerNetwork("next", "AS2"), code(), "other-operator");
    fixture.clock.advance(Duration.ofMinutes(15));
    signUp(new CallerNetwork("next", "AS1"), code(), "after-the-pause");
  }

  // spec Rates.5
  @Test
  void two_hundred_refused_codes_pause_everyone_but_ranges_of_good_standing() {
    CallerNetwork known = new CallerNetwork("known", "AS9");
    CallerNetwork guessing = new CallerNetwork("guessing", "AS9");
    signUp(known, code(), "known-range");
    signUp(guessing, code(), "guessing-range");
    for (int operator = 0; operator < 4; operator++) {
      refuse(49, "AS" + operator);
    }
    for (int i = 0; i < 4; i++) {
      assertEquals(ErrorCode.SIGNUP_CLOSED, refusal(() -> signUp(guessing, "MBX-1-1", "x")));
    }

    assertEquals(
        ErrorCode.UPSTREAM_UNAVAILABLE,
        refusal(() -> signUp(new CallerNetwork("new", "AS8"), code(), "unknown-range")));
    assertEquals(
        ErrorCode.UPSTREAM_UNAVAILABLE, refusal(() -> signUp(guessing, code(), "still-guessing")));
    signUp(known, code(), "good-standing");
  }

  // spec Rates.5
  @Test
  void good_standing_ends_after_a_week() {
    CallerNetwork known = new CallerNetwork("known", "AS9");
    signUp(known, code(), "known-range");
    fixture.clock.advance(Duration.ofDays(7));
    for (int operator = 0; operator < 5; operator++) {
      refuse(40, "AS" + operator);
    }
    assertEquals(
        ErrorCode.UPSTREAM_UNAVAILABLE, refusal(() -> signUp(known, code(), "too-long-ago")));
  }
}
