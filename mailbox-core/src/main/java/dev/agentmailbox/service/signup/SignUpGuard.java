package dev.agentmailbox.service.signup;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.CallerNetwork;
import dev.agentmailbox.service.LimitedMoments;
import dev.agentmailbox.service.WindowLimit;
import dev.agentmailbox.service.access.Codes;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * How often agents may try to sign up (specification, Limits): so many requests of a network range
 * within an hour, and a pause for the rest of the clock hour after too many refused codes of one
 * network operator or of all together. Thread safe.
 */
final class SignUpGuard {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final WindowLimit REQUESTS = new WindowLimit(10, HOUR);
  private static final WindowLimit REFUSED_OF_OPERATOR = new WindowLimit(50, HOUR);
  private static final WindowLimit REFUSED_IN_ALL = new WindowLimit(200, HOUR);

  /** A range that signed up within this time, and guessed nothing this hour, is not paused. */
  private static final WindowLimit GOOD_STANDING = new WindowLimit(1, Duration.ofDays(7));

  private static final WindowLimit REFUSED_OF_RANGE = new WindowLimit(1, HOUR);

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
        context
            .store()
            .write(
                tx -> {
                  Names names = new Names(from, now);
                  LimitedMoments moments = names.lockAll(tx, now);
                  moments.require(names.requests, REQUESTS);
                  moments.note(names.requests, REQUESTS);
                  return names.pause(moments, now);
                });
    if (!pause.isZero()) {
      throw MailboxException.of(
              ErrorCode.UPSTREAM_UNAVAILABLE, "sign-up is paused for the rest of the hour")
          .retryAfter(pause);
    }
  }

  /** Counts a code that was refused. */
  void noteRefused(CallerNetwork from) {
    Instant now = context.now();
    context
        .store()
        .write(
            tx -> {
              Names names = new Names(from, now);
              LimitedMoments moments = names.lockAll(tx, now);
              moments.note(names.refusedOfRange, REFUSED_OF_RANGE);
              moments.note(names.refusedOfOperator, REFUSED_OF_OPERATOR);
              moments.note(names.refusedInAll, REFUSED_IN_ALL);
              return from;
            });
  }

  /** Notes that a range signed up. */
  void noteSuccess(StoreTransaction tx, CallerNetwork from, Instant now) {
    String name = codes.name("signed-up-from-range", from.range());
    new LimitedMoments(tx, now, name).note(name, GOOD_STANDING);
  }

  /** What is counted, by names that say nothing; what is counted by the clock hour names it. */
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

    LimitedMoments lockAll(StoreTransaction tx, Instant now) {
      return new LimitedMoments(
          tx, now, requests, success, refusedOfRange, refusedOfOperator, refusedInAll);
    }

    /** How long until the pause ends; zero when there is none for this range. */
    Duration pause(LimitedMoments moments, Instant now) {
      boolean tooMany =
          !moments.wait(refusedOfOperator, REFUSED_OF_OPERATOR).isZero()
              || !moments.wait(refusedInAll, REFUSED_IN_ALL).isZero();
      boolean goodStanding =
          !moments.wait(success, GOOD_STANDING).isZero()
              && moments.wait(refusedOfRange, REFUSED_OF_RANGE).isZero();
      Instant hourEnd = now.truncatedTo(ChronoUnit.HOURS).plus(HOUR);
      return tooMany && !goodStanding ? Duration.between(now, hourEnd) : Duration.ZERO;
    }
  }
}
