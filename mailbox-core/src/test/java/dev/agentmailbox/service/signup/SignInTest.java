package dev.agentmailbox.service.signup;

import static dev.agentmailbox.fixture.Refusals.refused;
import static dev.agentmailbox.fixture.SignInFixture.OWNER;
import static dev.agentmailbox.fixture.SignInFixture.RANGE;
import static dev.agentmailbox.fixture.SignInFixture.assertRefused;
import static dev.agentmailbox.fixture.SignInFixture.not;
import static dev.agentmailbox.port.access.AccessTables.CODES;
import static dev.agentmailbox.port.access.AccessTables.SESSIONS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.access.SignInCode;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.fixture.SignInFixture;
import dev.agentmailbox.service.access.Codes;
import dev.agentmailbox.service.access.SignedIn;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Signing in by code, and the limits of the specification's table Console (humans). */
class SignInTest {
  private static final String NOBODY = "nobody@localhost";
  private static final Duration MOMENT = Duration.ofSeconds(1);

  @AutoClose private final SignInFixture fixture = new SignInFixture();

  private SignedIn verify(String code, String range) {
    return fixture.mailbox.signIn().verify(OWNER, code, range);
  }

  private void fail(String email, String range) {
    assertRefused(
        ErrorCode.UNAUTHORIZED, () -> fixture.mailbox.signIn().verify(email, "000000", range));
  }

  private static String range(int number) {
    return "10.0." + number + ".0/24";
  }

  private Optional<SignInCode> stored(String email) {
    String subject = new Codes(fixture.codeKey).name("sign-in", email);
    Instant now = fixture.clock.instant();
    return fixture.mailbox.context().write(tx -> Codes.attempt(tx, subject, now));
  }

  @Test
  void the_mail_has_the_code_alone_on_one_line_and_no_other_six_digits() {
    String code = fixture.code(OWNER, RANGE);
    assertEquals(1, fixture.mails(OWNER));
    String source = fixture.transport.last().source();
    assertTrue(source.lines().anyMatch(code::equals), "a line of its own");
    assertTrue(source.contains("noreply@agents.localhost"));
    Matcher groups = Pattern.compile("[0-9]{6}").matcher(source);
    assertTrue(groups.find());
    assertEquals(code, groups.group());
    assertFalse(groups.find());
  }

  @Test
  void a_code_is_made_and_kept_for_an_unknown_address_too_and_lets_nobody_in() {
    fixture.ask(NOBODY, RANGE);
    fixture.ask(OWNER, RANGE);
    SignInCode unknown = stored(NOBODY).orElseThrow();
    SignInCode known = stored(OWNER).orElseThrow();
    assertEquals(known.expiresAt(), unknown.expiresAt());
    assertEquals(known.hash().length(), unknown.hash().length());
    assertNotEquals(known.hash(), unknown.hash());
    assertEquals(null, unknown.userId());

    Codes codes = new Codes(fixture.codeKey);
    String subject = codes.name("sign-in", NOBODY);
    SignInCode right = new SignInCode(subject, codes.hash(subject, "123456"), null, 0, later());
    fixture
        .mailbox
        .context()
        .write(
            tx -> {
              tx.table(CODES).put(right);
              return right;
            });
    assertRefused(
        ErrorCode.UNAUTHORIZED, () -> fixture.mailbox.signIn().verify(NOBODY, "123456", RANGE));
    assertEquals(0, fixture.mails(NOBODY));
  }

  private Instant later() {
    return fixture.clock.instant().plus(Duration.ofMinutes(1));
  }

  @Test
  void the_address_is_taken_in_any_case_and_the_store_knows_the_cookie_by_its_hash_only() {
    String code = fixture.code("Owner@LOCALHOST", RANGE);
    SessionCookie cookie =
        fixture.mailbox.signIn().verify(" OWNER@localhost", code, RANGE).cookie();
    assertTrue(fixture.mailbox.sessions().authenticate(cookie).isPresent());
    assertTrue(
        fixture.mailbox.context().read(tx -> tx.table(SESSIONS).find(cookie.reveal())).isEmpty());
    assertFalse(cookie.toString().contains(cookie.reveal()));
  }

  @Test
  void a_code_is_dead_after_ten_minutes() {
    String code = fixture.code(OWNER, RANGE);
    fixture.clock.advance(Codes.LIFETIME);
    assertRefused(ErrorCode.UNAUTHORIZED, () -> verify(code, RANGE));
  }

  // spec ConsoleLimits.2
  @Test
  void a_code_is_dead_after_three_attempts() {
    String code = fixture.code(OWNER, RANGE);
    for (int i = 0; i < 3; i++) {
      assertRefused(ErrorCode.UNAUTHORIZED, () -> verify(not(code), RANGE));
    }
    assertRefused(ErrorCode.UNAUTHORIZED, () -> verify(code, RANGE));
  }

  // spec ConsoleLimits.1
  @Test
  void three_codes_in_fifteen_minutes_and_the_last_one_stays_good() {
    fixture.ask(OWNER, RANGE);
    fixture.clock.advance(Duration.ofMinutes(5));
    fixture.ask(OWNER, RANGE);
    fixture.clock.advance(Duration.ofMinutes(5));
    fixture.ask(OWNER, RANGE);
    SignInCode third = stored(OWNER).orElseThrow();
    fixture.clock.advance(Duration.ofMinutes(5).minus(MOMENT));
    fixture.ask(OWNER, RANGE);
    assertEquals(third.hash(), stored(OWNER).orElseThrow().hash());
    fixture.clock.advance(MOMENT);
    fixture.ask(OWNER, RANGE);
    assertNotEquals(third.hash(), stored(OWNER).orElseThrow().hash());
    assertEquals(4, fixture.mails(OWNER));
  }

  @Test
  void another_range_has_its_own_three() {
    for (int i = 0; i < 4; i++) {
      fixture.ask(OWNER, range(1));
      fixture.ask(OWNER, range(2));
    }
    assertEquals(6, fixture.mails(OWNER));
  }

  // spec ConsoleLimits.1
  @Test
  void ten_codes_a_day_for_an_address_from_one_range() {
    for (int i = 0; i < 12; i++) {
      fixture.ask(OWNER, RANGE);
      fixture.clock.advance(Duration.ofHours(1));
    }
    fixture.clock.advance(Duration.ofHours(12));
    fixture.ask(OWNER, RANGE);
    assertEquals(11, fixture.mails(OWNER));
  }

  // spec ConsoleLimits.1
  @Test
  void thirty_codes_a_day_for_an_address_from_everywhere() {
    for (int i = 0; i < 35; i++) {
      fixture.ask(OWNER, range(i));
    }
    fixture.clock.advance(Duration.ofDays(1));
    fixture.ask(OWNER, range(40));
    assertEquals(31, fixture.mails(OWNER));
  }

  // spec ConsoleLimits.1
  @Test
  void twenty_codes_an_hour_from_one_range_and_then_it_is_told() {
    for (int i = 0; i < 20; i++) {
      fixture.ask("someone" + i + "@example.com", RANGE);
    }
    fixture.clock.advance(Duration.ofMinutes(20));
    MailboxException refusal = refused(() -> fixture.ask(OWNER, RANGE));
    assertEquals(ErrorCode.RATE_LIMITED, refusal.code());
    assertEquals(Optional.of(Duration.ofMinutes(40)), refusal.retryAfter());
    fixture.clock.advance(Duration.ofMinutes(40));
    fixture.code(OWNER, RANGE);
  }

  // spec ConsoleLimits.2
  @Test
  void thirty_verifications_an_hour_from_one_range_and_then_it_is_told() {
    String code = fixture.code(OWNER, RANGE);
    for (int i = 0; i < 30; i++) {
      fail("someone" + i + "@example.com", RANGE);
    }
    assertRefused(ErrorCode.RATE_LIMITED, () -> verify(code, RANGE));
    assertTrue(verify(code, range(1)).profile().human().operator());
  }

  // spec ConsoleLimits.3
  @Test
  void ten_wrong_codes_from_one_range_lock_the_address_there_for_an_hour() {
    for (int i = 0; i < 10; i++) {
      fail(OWNER, RANGE);
    }
    String elsewhere = fixture.code(OWNER, range(1));
    assertRefused(ErrorCode.UNAUTHORIZED, () -> verify(elsewhere, RANGE));
    fixture.ask(OWNER, RANGE);
    assertEquals(OWNER, verify(elsewhere, range(1)).profile().human().email());

    fixture.clock.advance(Duration.ofHours(1).minus(MOMENT));
    fixture.ask(OWNER, RANGE);
    fixture.clock.advance(MOMENT);
    assertEquals(OWNER, verify(fixture.code(OWNER, RANGE), RANGE).profile().human().email());
    assertEquals(2, fixture.mails(OWNER));
  }

  @Test
  void nine_wrong_codes_do_not_lock() {
    for (int i = 0; i < 9; i++) {
      fail(OWNER, RANGE);
    }
    fixture.clock.advance(Duration.ofHours(1));
    fail(OWNER, RANGE);
    assertEquals(OWNER, verify(fixture.code(OWNER, RANGE), RANGE).profile().human().email());
  }

  // spec ConsoleLimits.3
  @Test
  void fifty_wrong_codes_from_anywhere_lock_the_address_for_an_hour() {
    for (int i = 0; i < 50; i++) {
      fail(OWNER, range(i));
    }
    fixture.ask(OWNER, RANGE);
    fixture.clock.advance(Duration.ofHours(1));
    assertEquals(OWNER, verify(fixture.code(OWNER, RANGE), RANGE).profile().human().email());
    assertEquals(1, fixture.mails(OWNER));
  }

  @Test
  void the_limits_of_an_unknown_address_are_the_same() {
    for (int i = 0; i < 10; i++) {
      fail(NOBODY, RANGE);
    }
    fixture.ask(NOBODY, RANGE);
    assertTrue(stored(NOBODY).isEmpty(), "locked: no code is made");
    for (int i = 0; i < 3; i++) {
      fixture.ask(NOBODY, range(1));
    }
    SignInCode third = stored(NOBODY).orElseThrow();
    fixture.ask(NOBODY, range(1));
    assertEquals(third.hash(), stored(NOBODY).orElseThrow().hash());
  }

  @Test
  void what_is_no_address_is_named() {
    for (String wrong : List.of("", "owner", "a@b c", "a,b@example.com", "<a@example.com>")) {
      assertRefused(ErrorCode.VALIDATION_ERROR, () -> fixture.ask(wrong, RANGE));
    }
  }
}
