package dev.agentmailbox.service.access;

import static dev.agentmailbox.fixture.SignInFixture.OWNER;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Session;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.fixture.SignInFixture;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** How long a session lives. */
class SessionLifeTest {
  private static final Duration MOMENT = Duration.ofMillis(1);

  @AutoClose private final SignInFixture fixture = new SignInFixture();
  private final Instant start = fixture.clock.instant();

  private boolean use(SessionCookie cookie) {
    return fixture.mailbox.sessions().authenticate(cookie).isPresent();
  }

  private void goTo(Duration sinceStart) {
    fixture.clock.advance(Duration.between(fixture.clock.instant(), start.plus(sinceStart)));
  }

  /** Uses the session every eleven hours, until then. */
  private void keepAlive(SessionCookie cookie, Duration until) {
    for (Duration at = Duration.ofHours(11); at.compareTo(until) < 0; at = at.plusHours(11)) {
      goTo(at);
      assertTrue(use(cookie));
    }
  }

  // spec Decisions.13
  @Test
  void a_session_ends_after_twelve_idle_hours() {
    SessionCookie cookie = fixture.signIn(OWNER);
    goTo(Session.MAX_IDLE.minus(MOMENT));
    assertTrue(fixture.mailbox.sessions().look(cookie).isPresent());
    goTo(Session.MAX_IDLE);
    assertFalse(use(cookie));
  }

  // spec Decisions.13
  @Test
  void a_timer_does_not_keep_a_session_alive() {
    SessionCookie cookie = fixture.signIn(OWNER);
    for (int hour = 1; hour < 12; hour++) {
      goTo(Duration.ofHours(hour));
      assertTrue(fixture.mailbox.sessions().look(cookie).isPresent());
    }
    goTo(Session.MAX_IDLE);
    assertFalse(fixture.mailbox.sessions().look(cookie).isPresent());
  }

  // spec Decisions.13
  @Test
  void a_session_ends_after_seven_days_however_it_is_used() {
    SessionCookie cookie = fixture.signIn(OWNER);
    keepAlive(cookie, Session.MAX_AGE);
    goTo(Session.MAX_AGE.minus(MOMENT));
    assertTrue(use(cookie));
    goTo(Session.MAX_AGE);
    assertFalse(use(cookie));
  }

  @Test
  void a_step_up_does_not_prolong_the_seven_days() {
    SessionCookie cookie = fixture.signIn(OWNER);
    keepAlive(cookie, Session.MAX_AGE);
    SessionCookie risen =
        fixture.mailbox.stepUp().verify(cookie, fixture.stepUpCode(cookie)).cookie();
    assertTrue(use(risen));
    goTo(Session.MAX_AGE);
    assertFalse(use(risen));
  }
}
