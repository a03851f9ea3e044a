package dev.agentmailbox.service.signup;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.access.Codes;
import dev.agentmailbox.service.request.CallerNetwork;
import dev.agentmailbox.service.request.RateLimits;
import dev.agentmailbox.service.request.SlidingWindow;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Rate limits of agent sign-up (specification, Limits): requests per network range and hour, and a
 * pause for the rest of the clock hour after too many refused codes from one network operator or in
 * total. Thread safe.
 */
final class SignUpGuard {
  private static final Duration HOUR = Duration.ofHours(1);
  // spec Rates.4
  private static final SlidingWindow REQUESTS = new SlidingWindow(10, HOUR);
  // spec Rates.5
  private static final SlidingWindow REFUSED_OF_OPERATOR = new SlidingWindow(50, HOUR);
  private static final SlidingWindow REFUSED_IN_ALL = new SlidingWindow(200, HOUR);

  /**
   * A range that signed up within this time and had no code refused this hour is exempt from
   * pauses.
   */
  private static final SlidingWindow GOOD_STANDING = new SlidingWindow(1, Duration.ofDays(7));

  private static final SlidingWindow REFUSED_OF_RANGE = new SlidingWindow(1, HOUR);

  private final MailboxContext context;
  private final Codes codes;

  SignUpGuard(MailboxContext context, Codes codes) {
    this.context = context;
    this.codes = codes;
  }

  /**
   * Counts a request.
   *
   * @throws MailboxException {@code rate_limited}; {@code upstream_unavailable} during a pause
   */
  void enter(CallerNetwork from) {
    Instant now = context.now();
    Duration pause =
        context.write(
            tx -> {
              Names names = new Names(from, now);
              RateLimits limits = names.lockAll(tx, now);
              limits.require(names.requests, REQUESTS);
              limits.note(names.requests, REQUESTS);
              return names.pause(limits, now);
            });
    if (!pause.isZero()) {
      throw MailboxException.of(
              ErrorCode.UPSTREAM_UNAVAILABLE, "sign-up is paused for the rest of the hour")
          .retryAfter(pause);
    }
  }

  /** Counts a refused code. */
  void noteRefused(CallerNetwork from) {
    Instant now = context.now();
    context.write(
        tx -> {
          Names names = new Names(from, now);
          RateLimits limits = names.lockAll(tx, now);
          limits.note(names.refusedOfRange, REFUSED_OF_RANGE);
          limits.note(names.refusedOfOperator, REFUSED_OF_OPERATOR);
          limits.note(names.refusedInAll, REFUSED_IN_ALL);
          return from;
        });
  }

  /** Records a sign-up from a range. */
  void noteSuccess(StoreTransaction tx, CallerNetwork from, Instant now) {
    String name = codes.name("signed-up-from-range", from.range());
    new RateLimits(tx, now, name).note(name, GOOD_STANDING);
  }

  /** Keyed names of limits, without addresses; those of hourly limits include the clock hour. */
  private final class Names {
    final String requests;
    final String success;
    final String refusedOfRange;
    final String refusedOfOperator;
    final String refusedInAll;

    Names(CallerNetwork from, Instant now) {
      String hour = now.truncatedTo(ChronoUnit.HOURS).toString();
      requests = codes.name("sign-up-from-range", from.range());
      success = codes.name("signed-up-from-range", from.range());
      refusedOfRange = codes.name("sign-up-refused-range", from.range(), hour);
      refusedOfOperator = codes.name("sign-up-refused-operator", from.operator(), hour);
      refusedInAll = codes.name("sign-up-refused", hour);
    }

    RateLimits lockAll(StoreTransaction tx, Instant now) {
      return new RateLimits(
          tx, now, requests, success, refusedOfRange, refusedOfOperator, refusedInAll);
    }

    /** Time until the pause ends; zero when there is none for this range. */
    Duration pause(RateLimits limits, Instant now) {
      boolean tooMany =
          !limits.wait(refusedOfOperator, REFUSED_OF_OPERATOR).isZero()
              || !limits.wait(refusedInAll, REFUSED_IN_ALL).isZero();
      boolean goodStanding =
          !limits.wait(success, GOOD_STANDING).isZero()
              && limits.wait(refusedOfRange, REFUSED_OF_RANGE).isZero();
      Instant hourEnd = now.truncatedTo(ChronoUnit.HOURS).plus(HOUR);
      return tooMany && !goodStanding ? Duration.between(now, hourEnd) : Duration.ZERO;
    }
  }
}
