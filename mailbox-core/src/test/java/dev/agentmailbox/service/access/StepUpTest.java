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
  @AutoClose private final SignInFixture room = new SignInFixture();

  private Caller.Human caller(SessionCookie cookie) {
    return room.mailbox.sessions().authenticate(cookie).orElseThrow();
  }

  private SessionCookie verify(SessionCookie cookie, String code) {
    return room.mailbox.stepUp().verify(cookie, code).cookie();
  }

  @Test
  void a_step_up_verifies_a_new_session_and_the_former_one_for_a_moment_only() {
    SessionCookie cookie = room.signIn(OWNER);
    assertTrue(caller(cookie).verified());
    room.clock.advance(Duration.ofMinutes(5));
    assertFalse(caller(cookie).verified());

    SessionCookie risen = verify(cookie, room.stepUpCode(cookie));
    assertTrue(caller(risen).verified());
    assertTrue(caller(cookie).verified());
    room.clock.advance(StepUp.OVERLAP);
    assertFalse(caller(cookie).verified());
    assertTrue(caller(risen).verified());
    room.clock.advance(Duration.ofMinutes(5));
    assertFalse(caller(risen).verified());
  }

  @Test
  void a_code_works_in_its_session_and_for_its_purpose_only() {
    SessionCookie first = room.signIn(OWNER);
    SessionCookie second = room.signIn(OWNER);
    String code = room.stepUpCode(first);
    assertRefused(ErrorCode.UNAUTHORIZED, () -> verify(second, code));
    assertRefused(ErrorCode.UNAUTHORIZED, () -> room.mailbox.signIn().verify(OWNER, code, RANGE));
    String signIn = room.code(OWNER, RANGE);
    assertRefused(ErrorCode.UNAUTHORIZED, () -> verify(first, signIn));
    verify(first, code);
    assertRefused(ErrorCode.UNAUTHORIZED, () -> verify(first, code));
  }

  // spec ConsoleLimits.4
  @Test
  void a_code_is_dead_after_three_attempts() {
    SessionCookie cookie = room.signIn(OWNER);
    String code = room.stepUpCode(cookie);
    for (int i = 0; i < 3; i++) {
      assertRefused(ErrorCode.UNAUTHORIZED, () -> verify(cookie, not(code)));
    }
    assertRefused(ErrorCode.UNAUTHORIZED, () -> verify(cookie, code));
  }

  // spec ConsoleLimits.4
  @Test
  void three_codes_in_fifteen_minutes_and_ten_a_day_for_a_session_whatever_its_cookie() {
    SessionCookie cookie = room.signIn(OWNER);
    for (int i = 0; i < 9; i++) {
      cookie = verify(cookie, room.stepUpCode(cookie));
      if (i % 3 == 2) {
        SessionCookie latest = cookie;
        assertRefused(ErrorCode.RATE_LIMITED, () -> room.stepUpCode(latest));
        room.clock.advance(Duration.ofMinutes(15));
      }
    }
    SessionCookie last = verify(cookie, room.stepUpCode(cookie));
    room.clock.advance(Duration.ofHours(11));
    assertRefused(ErrorCode.RATE_LIMITED, () -> room.stepUpCode(last));
    assertTrue(room.mailbox.sessions().authenticate(last).isPresent());
    room.clock.advance(Duration.ofHours(11));
    assertTrue(room.mailbox.sessions().authenticate(last).isPresent());
    room.clock.advance(Duration.ofHours(2));
    room.stepUpCode(last);
  }

  // spec ConsoleLimits.4
  @Test
  void ten_wrong_codes_lock_the_step_up_of_the_session_for_an_hour() {
    SessionCookie cookie = room.signIn(OWNER);
    String code = room.stepUpCode(cookie);
    for (int i = 0; i < 10; i++) {
      assertRefused(ErrorCode.UNAUTHORIZED, () -> verify(cookie, not(code)));
    }
    assertRefused(ErrorCode.RATE_LIMITED, () -> verify(cookie, code));
    assertRefused(ErrorCode.RATE_LIMITED, () -> room.stepUpCode(cookie));
    SessionCookie other = room.signIn(OWNER);
    verify(other, room.stepUpCode(other));
    room.clock.advance(Duration.ofHours(1));
    verify(cookie, room.stepUpCode(cookie));
  }

  // spec ConsoleLimits.4
  @Test
  void twenty_step_up_codes_an_hour_from_one_range() {
    for (int i = 0; i < 7; i++) {
      SessionCookie cookie =
          room.mailbox.signIn().verify(OWNER, room.code(OWNER, "range" + i), "r" + i).cookie();
      for (int j = 0; j < 3; j++) {
        if (i * 3 + j < 20) {
          room.stepUpCode(cookie);
        } else {
          assertRefused(ErrorCode.RATE_LIMITED, () -> room.stepUpCode(cookie));
        }
      }
    }
    assertEquals(27, room.mails(OWNER));
  }
}
