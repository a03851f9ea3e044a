package dev.agentmailbox.service.access;

import static dev.agentmailbox.port.access.AccessTables.CODES;
import static dev.agentmailbox.port.access.AccessTables.SESSIONS;
import static dev.agentmailbox.port.account.AccountTables.HUMANS;

import dev.agentmailbox.access.Session;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.access.SignInCode;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.table.Table;
import dev.agentmailbox.service.access.Sessions.Factor;
import dev.agentmailbox.service.notice.CodeMail;
import dev.agentmailbox.service.notice.HumanMailer;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.RateLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Step-up of a signed-in human by a mailed code that is valid in this session only. Since the
 * session is authenticated, its rate limits are reported. Thread safe.
 */
public final class StepUp {
  /** The former cookie stays stepped up for this long, for requests in flight. */
  static final Duration OVERLAP = Duration.ofSeconds(30);

  private final MailboxContext context;
  private final IdempotencyRunner runner;
  private final Codes codes;
  private final HumanMailer mailer;
  private final Sessions sessions;

  public StepUp(
      MailboxContext context,
      IdempotencyRunner runner,
      Codes codes,
      HumanMailer mailer,
      Sessions sessions) {
    this.context = context;
    this.runner = runner;
    this.codes = codes;
    this.mailer = mailer;
    this.sessions = sessions;
  }

  /**
   * Mails a code to the session's human.
   *
   * @param range the caller's network range
   * @return expiry of the code
   * @throws MailboxException {@code rate_limited}; {@code unauthorized} when the session has ended;
   *     {@code conflict} with reason {@code own_address} for a human whose mail agents can read
   */
  public Instant requestCode(
      SessionCookie cookie, String range, IdempotentRequest<Instant> idempotency) {
    Instant now = context.now();
    Instant expiresAt = now.plus(Codes.LIFETIME);
    mailer.send(
        runner.write(
            idempotency,
            tx -> {
              Session session = Sessions.require(tx, cookie, now);
              idempotency.claim(tx, now);
              CodeMail mail = makeCode(tx, session, range, now, expiresAt);
              idempotency.finish(tx, expiresAt);
              return mail;
            }));
    return expiresAt;
  }

  private CodeMail makeCode(
      StoreTransaction tx, Session session, String range, Instant now, Instant expiresAt) {
    Human human = tx.table(HUMANS).find(session.userId()).orElseThrow();
    if (context.settings().isOurAddress(human.email())) {
      throw MailboxException.conflict(
          "own_address",
          "no code is mailed to an address of this service, because agents can read its mail: use a"
              + " passkey");
    }
    String sent = codes.name("step-up-sent", session.signInId());
    String failed = codes.name("step-up-failed", session.signInId());
    String fromRange = codes.name("step-up-sent-from-range", range);
    RateLimits limits = new RateLimits(tx, now, sent, failed, fromRange);
    RateLimits.refuse(limits.locked(failed, CodeLimits.FAILED_IN_SESSION));
    limits.require(sent, CodeLimits.SENT_TO_SESSION);
    limits.require(fromRange, CodeLimits.SENT_FROM_RANGE);
    limits.note(sent, CodeLimits.SENT_TO_SESSION);
    limits.note(fromRange, CodeLimits.SENT_FROM_RANGE);
    String subject = subject(session);
    String code = codes.generate();
    tx.table(CODES)
        .put(new SignInCode(subject, codes.hash(subject, code), human.id(), 0, expiresAt));
    Sessions.tidy(tx, now);
    return new CodeMail(human.email(), human.id(), code, CodeMail.Purpose.STEP_UP, expiresAt);
  }

  /**
   * Verifies the code. The stepped-up session has a new cookie, so that a cookie stolen before does
   * not gain the step-up.
   *
   * @throws MailboxException {@code unauthorized} for a wrong or expired code; {@code rate_limited}
   *     while the session is locked out
   */
  public SignedIn verify(SessionCookie cookie, String code) {
    Instant now = context.now();
    return context
        .write(tx -> tryCode(tx, cookie, code, now))
        .orElseThrow(
            () ->
                MailboxException.of(ErrorCode.UNAUTHORIZED, "the code is not valid")
                    .fixedBy(Codes.FIX));
  }

  /** Returns empty instead of throwing, so that the counted attempt is committed. */
  private Optional<SignedIn> tryCode(
      StoreTransaction tx, SessionCookie cookie, String code, Instant now) {
    Session session = Sessions.require(tx, cookie, now);
    String failed = codes.name("step-up-failed", session.signInId());
    RateLimits limits = new RateLimits(tx, now, failed);
    RateLimits.refuse(limits.locked(failed, CodeLimits.FAILED_IN_SESSION));
    String subject = subject(session);
    Optional<SignInCode> stored = Codes.attempt(tx, subject, now);
    if (!codes.matches(stored, subject, code)) {
      limits.note(failed, CodeLimits.FAILED_IN_SESSION);
      return Optional.empty();
    }
    tx.table(CODES).remove(subject);
    Human human = tx.table(HUMANS).find(session.userId()).orElseThrow();
    return Optional.of(verified(tx, sessions, session, human, Factor.CODE, now));
  }

  /**
   * Opens a stepped-up session of the same sign-in; the former one keeps the step-up only for
   * {@link #OVERLAP}.
   */
  static SignedIn verified(
      StoreTransaction tx,
      Sessions sessions,
      Session session,
      Human human,
      Factor factor,
      Instant now) {
    SignedIn verified = sessions.open(tx, human, session, factor, now);
    Instant overlap =
        Collections.min(List.of(now.plus(OVERLAP), verified.profile().verifiedUntil()));
    Instant until = Collections.max(List.of(overlap, session.verifiedUntil()));
    Table<Session> table = tx.table(SESSIONS);
    table.lock(session.cookieHash()).map(row -> row.verified(until)).ifPresent(table::update);
    return verified;
  }

  private String subject(Session session) {
    return codes.name("step-up", session.signInId());
  }
}
