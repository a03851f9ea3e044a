package dev.agentmailbox.service.access;

import static dev.agentmailbox.fixture.SignInFixture.OWNER;
import static dev.agentmailbox.fixture.SignInFixture.RANGE;
import static dev.agentmailbox.fixture.SignInFixture.assertRefused;
import static dev.agentmailbox.fixture.SignInFixture.not;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.fixture.SignInFixture;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Proving again who one is, and the limits of it. */
class StepUpTest {
  @AutoClose private final SignInFixture fixture = new SignInFixture();

  private Caller.Human caller(SessionCookie cookie) {
    return fixture.mailbox.sessions().authenticate(cookie).orElseThrow();
  }

  private SessionCookie verify(SessionCookie cookie, String code) {
    return fixture.mailbox.stepUp().verify(cookie, code).cookie();
  }

  @Test
  void a_step_up_verifies_a_new_session_and_the_former_one_for_a_moment_only() {
    SessionCookie cookie = fixture.signIn(OWNER);
    assertTrue(caller(cookie).verified());
    fixture.clock.advance(Duration.ofMinutes(5));
    assertFalse(caller(cookie).verified());

    SessionCookie risen = verify(cookie, fixture.stepUpCode(cookie));
    assertTrue(caller(risen).verified());
    assertTrue(caller(cookie).verified());
    fixture.clock.advance(StepUp.OVERLAP);
    assertFalse(caller(cookie).verified());
    assertTrue(caller(risen).verified());
    fixture.clock.advance(Duration.ofMinutes(5));
    assertFalse(caller(risen).verified());
  }

  @Test
  void a_code_works_in_its_session_and_for_its_purpose_only() {
    SessionCookie first = fixture.signIn(OWNER);
    SessionCookie second = fixture.signIn(OWNER);
    String code = fixture.stepUpCode(first);
    assertRefused(ErrorCode.UNAUTHORIZED, () -> verify(second, code));
    assertRefused(
        ErrorCode.UNAUTHORIZED, () -> fixture.mailbox.signIn().verify(OWNER, code, RANGE));
    String signIn = fixture.code(OWNER, RANGE);
    assertRefused(ErrorCode.UNAUTHORIZED, () -> verify(first, signIn));
    verify(first, code);
    assertRefused(ErrorCode.UNAUTHORIZED, () -> verify(first, code));
  }

  // spec ConsoleLimits.4
  @Test
  void a_code_is_dead_after_three_attempts() {
    SessionCookie cookie = fixture.signIn(OWNER);
    String code = fixture.stepUpCode(cookie);
    for (int i = 0; i < 3; i++) {
      assertRefused(ErrorCode.UNAUTHORIZED, () -> verify(cookie, not(code)));
    }
    assertRefused(ErrorCode.UNAUTHORIZED, () -> verify(cookie, code));
  }

  // spec ConsoleLimits.4
  @Test
  void three_codes_in_fifteen_minutes_and_ten_a_day_for_a_session_whatever_its_cookie() {
    SessionCookie cookie = fixture.signIn(OWNER);
    for (int i = 0; i < 9; i++) {
      cookie = verify(cookie, fixture.stepUpCode(cookie));
      if (i % 3 == 2) {
        SessionCookie latest = cookie;
        assertRefused(ErrorCode.RATE_LIMITED, () -> fixture.stepUpCode(latest));
        fixture.clock.advance(Duration.ofMinutes(15));
      }
    }
    SessionCookie last = verify(cookie, fixture.stepUpCode(cookie));
    fixture.clock.advance(Duration.ofHours(11));
    assertRefused(ErrorCode.RATE_LIMITED, () -> fixture.stepUpCode(last));
    assertTrue(fixture.mailbox.sessions().authenticate(last).isPresent());
    fixture.clock.advance(Duration.ofHours(11));
    assertTrue(fixture.mailbox.sessions().authenticate(last).isPresent());
    fixture.clock.advance(Duration.ofHours(2));
    fixture.stepUpCode(last);
  }

  // spec ConsoleLimits.4
  @Test
  void ten_wrong_codes_lock_the_step_up_of_the_session_for_an_hour() {
    SessionCookie cookie = fixture.signIn(OWNER);
    String code = fixture.stepUpCode(cookie);
    for (int i = 0; i < 10; i++) {
      assertRefused(ErrorCode.UNAUTHORIZED, () -> verify(cookie, not(code)));
    }
    assertRefused(ErrorCode.RATE_LIMITED, () -> verify(cookie, code));
    assertRefused(ErrorCode.RATE_LIMITED, () -> fixture.stepUpCode(cookie));
    SessionCookie other = fixture.signIn(OWNER);
    verify(other, fixture.stepUpCode(other));
    fixture.clock.advance(Duration.ofHours(1));
    verify(cookie, fixture.stepUpCode(cookie));
  }

  // spec ConsoleLimits.4
  @Test
  void twenty_step_up_codes_an_hour_from_one_range() {
    for (int i = 0; i < 7; i++) {
      SessionCookie cookie =
          fixture
              .mailbox
              .signIn()
              .verify(OWNER, fixture.code(OWNER, "range" + i), "r" + i)
              .cookie();
      for (int j = 0; j < 3; j++) {
        if (i * 3 + j < 20) {
          fixture.stepUpCode(cookie);
        } else {
          assertRefused(ErrorCode.RATE_LIMITED, () -> fixture.stepUpCode(cookie));
        }
      }
    }
    assertEquals(27, fixture.mails(OWNER));
  }
}
