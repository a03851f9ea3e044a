package dev.agentmailbox.service.signup;

import static dev.agentmailbox.port.account.AccountTables.HUMANS;

import dev.agentmailbox.access.Session;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.access.Codes;
import dev.agentmailbox.service.access.Profile;
import dev.agentmailbox.service.access.Sessions;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.RateLimits;
import dev.agentmailbox.service.request.SlidingWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Redemption of invites, rate limited (specification, Limits, Console). Thread safe. */
public final class Redemption {
  private static final Duration HOUR = Duration.ofHours(1);
  // spec ConsoleLimits.6
  private static final SlidingWindow OF_HUMAN = new SlidingWindow(5, HOUR);
  private static final SlidingWindow OF_ADDRESS = new SlidingWindow(20, HOUR);

  /** Consecutive failures without a success; then redemption is locked out for an hour. */
  private static final SlidingWindow FAILURES = new SlidingWindow(5, Duration.ofDays(365));

  private static final Duration LOCK = HOUR;

  private final MailboxContext context;
  private final IdempotencyRunner runner;
  private final Codes codes;
  private final Invites invites;

  Redemption(MailboxContext context, IdempotencyRunner runner, Codes codes, Invites invites) {
    this.context = context;
    this.runner = runner;
    this.codes = codes;
    this.invites = invites;
  }

  /**
   * Redeems an invite: the human becomes the owner of a new organization.
   *
   * @param address the caller's network address
   * @throws MailboxException {@code invite_invalid}; {@code rate_limited}; {@code unauthorized}
   *     when the session has ended
   */
  public Profile redeem(
      SessionCookie cookie, String typed, String address, IdempotentRequest<Profile> idempotency) {
    return runner
        .write(idempotency, tx -> attempt(tx, cookie, typed, address, idempotency))
        .orElseThrow(
            () ->
                MailboxException.of(
                    ErrorCode.INVITE_INVALID, "the invite code is not valid for this account"));
  }

  /** Returns empty instead of throwing, so that the counted attempt is committed. */
  private Optional<Profile> attempt(
      StoreTransaction tx,
      SessionCookie cookie,
      String typed,
      String address,
      IdempotentRequest<Profile> idempotency) {
    Instant now = context.now();
    Session session = Sessions.require(tx, cookie, now);
    idempotency.claim(tx, now);
    Human human = tx.table(HUMANS).find(session.userId()).orElseThrow();
    String ofHuman = codes.name("redeem-human", human.id());
    String ofAddress = codes.name("redeem-address", address);
    String failures = codes.name("redeem-failures", human.id());
    RateLimits limits = new RateLimits(tx, now, ofHuman, ofAddress, failures);
    RateLimits.refuse(limits.untilAfterLast(failures, FAILURES, LOCK));
    limits.require(ofHuman, OF_HUMAN);
    limits.require(ofAddress, OF_ADDRESS);
    limits.note(ofHuman, OF_HUMAN);
    limits.note(ofAddress, OF_ADDRESS);
    if (!invites.use(tx, human, typed, now)) {
      limits.noteAfterLock(failures, FAILURES);
      return Optional.empty();
    }
    limits.forget(failures);
    Human active = tx.table(HUMANS).find(human.id()).orElseThrow();
    return Optional.of(idempotency.finish(tx, Profile.of(tx, active, session)));
  }
}
