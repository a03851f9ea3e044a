package dev.agentmailbox.service.access;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Session;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreTransaction;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sessions of humans. Thread safe. */
public final class Sessions {
  /** Shortest interval at which a session's last use is recorded. */
  static final Duration TOUCH_INTERVAL = Duration.ofMinutes(1);

  /** Expired rows of each kind that one sign-in removes. */
  private static final int TIDY_ROWS = 20;

  private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);

  private final MailboxContext context;
  private final Duration stepUp;
  private final SecureRandom random = new SecureRandom();

  /**
   * Creates the service.
   *
   * @param stepUp length of the step-up period
   */
  public Sessions(MailboxContext context, Duration stepUp) {
    this.context = context;
    this.stepUp = stepUp;
  }

  /**
   * Authenticates a session and records its use.
   *
   * <p>A human without a current organization (see {@link Standing}) or who is not active gets the
   * scope {@link Caller.Human#NOWHERE} without permissions.
   *
   * @return empty for a session that is unknown, ended, idle for {@link Session#MAX_IDLE} or older
   *     than {@link Session#MAX_AGE}
   */
  public Optional<Caller.Human> authenticate(SessionCookie cookie) {
    Instant now = context.now();
    Optional<Standing> standing =
        context
            .look(tx -> Standing.find(tx, cookie, now))
            .or(() -> context.read(tx -> Standing.find(tx, cookie, now)));
    standing.ifPresent(found -> touch(found.session(), now));
    return standing.map(found -> found.caller(now));
  }

  /** As {@link #authenticate}, without recording a use, for requests not caused by the human. */
  public Optional<Caller.Human> look(SessionCookie cookie) {
    Instant now = context.now();
    return context.read(tx -> Standing.find(tx, cookie, now)).map(found -> found.caller(now));
  }

  /** Recording the use must not fail a read while the store rejects writes. */
  private void touch(Session session, Instant now) {
    if (!session.usedAt().plus(TOUCH_INTERVAL).isBefore(now)) {
      return;
    }
    try {
      context.write(
          tx -> {
            tx.sessions().touch(session.cookieHash(), now);
            return session;
          });
    } catch (StoreException unavailable) {
      LOG.debug("the use of a session could not be recorded now", unavailable);
    }
  }

  /**
   * The session's human with organizations.
   *
   * @throws MailboxException {@code unauthorized} when the session has ended
   */
  public Profile profile(SessionCookie cookie) {
    Instant now = context.now();
    return context.read(
        tx -> {
          Standing found = Standing.require(tx, cookie, now);
          return Profile.of(tx, found.human(), found.session());
        });
  }

  /** Ends this session; does nothing when it has ended. */
  public void signOut(SessionCookie cookie) {
    end(cookie, (tx, session) -> tx.sessions().endSignIn(session.signInId()));
  }

  /** Ends every session of the session's human. */
  public void signOutEverywhere(SessionCookie cookie) {
    end(cookie, (tx, session) -> tx.sessions().endAll(session.userId()));
  }

  private interface Ending {
    void end(StoreTransaction tx, Session session);
  }

  private void end(SessionCookie cookie, Ending ending) {
    context.write(
        tx -> {
          Optional<Session> session = tx.sessions().find(cookie.hash());
          session.ifPresent(found -> ending.end(tx, found));
          return session.isPresent();
        });
  }

  /** Opens a session after authentication of its human. */
  public SignedIn open(StoreTransaction tx, Human human, Instant now) {
    String organization = Standing.only(tx.members().ofHuman(human.id()));
    return open(
        tx,
        human,
        cookie ->
            new Session(
                cookie.hash(),
                context.ids().token(),
                human.id(),
                organization,
                now,
                now,
                now.plus(stepUp)));
  }

  /** Opens a stepped-up session of the same sign-in, which ends no later than the former one. */
  public SignedIn open(StoreTransaction tx, Human human, Session former, Instant now) {
    return open(
        tx,
        human,
        cookie ->
            new Session(
                cookie.hash(),
                former.signInId(),
                human.id(),
                former.organizationId(),
                former.createdAt(),
                now,
                now.plus(stepUp)));
  }

  private SignedIn open(StoreTransaction tx, Human human, Function<SessionCookie, Session> maker) {
    SessionCookie cookie = SessionCookie.generate(random);
    Session session = maker.apply(cookie);
    tx.sessions().insert(session);
    return new SignedIn(cookie, Profile.of(tx, human, session));
  }

  /** Finds the live session of a cookie. */
  public static Session require(StoreTransaction tx, SessionCookie cookie, Instant now) {
    return Standing.require(tx, cookie, now).session();
  }

  /** Removes some expired rows. */
  public static void tidy(StoreTransaction tx, Instant now) {
    tx.codes().removeExpired(now, TIDY_ROWS);
    tx.passkeys().removeExpiredChallenges(now, TIDY_ROWS);
    tx.rateLimits().removeExpired(now, TIDY_ROWS);
    tx.sessions().removeIdle(now.minus(Session.MAX_IDLE), TIDY_ROWS);
  }
}
