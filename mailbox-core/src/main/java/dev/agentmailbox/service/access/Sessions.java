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

/** The sessions of signed-in humans. Thread safe. */
public final class Sessions {
  /** A session's last use is noted at most this often. */
  static final Duration TOUCH_INTERVAL = Duration.ofMinutes(1);

  /** Old rows that one sign-in clears away, of each kind. */
  private static final int TIDY_ROWS = 20;

  private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);

  private final MailboxContext context;
  private final Duration stepUp;
  private final SecureRandom random = new SecureRandom();

  /**
   * The sessions of a service.
   *
   * @param stepUp how long signing in or a step-up counts as lately
   */
  public Sessions(MailboxContext context, Duration stepUp) {
    this.context = context;
    this.stepUp = stepUp;
  }

  /**
   * Who a session's human is; the session counts as used.
   *
   * <p>A human who acts in no organization, see {@link Standing}, or is not active, gets {@link
   * Caller.Human#NOWHERE} as scope and may do nothing there.
   *
   * @return empty for a session that is unknown, ended, idle for {@link Session#MAX_IDLE} or older
   *     than {@link Session#MAX_AGE}
   */
  public Optional<Caller.Human> authenticate(SessionCookie cookie) {
    Instant now = context.now();
    Optional<Standing> standing =
        context
            .store()
            .look(tx -> Standing.find(tx, cookie, now))
            .or(() -> context.store().read(tx -> Standing.find(tx, cookie, now)));
    standing.ifPresent(found -> touch(found.session(), now));
    return standing.map(found -> found.caller(now));
  }

  /** As {@link #authenticate}; the session does not count as used: no human asked. */
  public Optional<Caller.Human> look(SessionCookie cookie) {
    Instant now = context.now();
    return context
        .store()
        .read(tx -> Standing.find(tx, cookie, now))
        .map(found -> found.caller(now));
  }

  /** A store that takes nothing for now can be read all the same. */
  private void touch(Session session, Instant now) {
    if (!session.usedAt().plus(TOUCH_INTERVAL).isBefore(now)) {
      return;
    }
    try {
      context
          .store()
          .write(
              tx -> {
                tx.sessions().touch(session.cookieHash(), now);
                return session;
              });
    } catch (StoreException unavailable) {
      LOG.debug("the use of a session is noted later", unavailable);
    }
  }

  /**
   * The human of this session and its organizations.
   *
   * @throws MailboxException {@code unauthorized} when the session is over
   */
  public Profile profile(SessionCookie cookie) {
    Instant now = context.now();
    return context
        .store()
        .read(
            tx -> {
              Standing found = Standing.require(tx, cookie, now);
              return Profile.of(tx, found.human(), found.session());
            });
  }

  /** Ends this session; one that is over is no error. */
  public void signOut(SessionCookie cookie) {
    end(cookie, (tx, session) -> tx.sessions().endSignIn(session.signInId()));
  }

  /** Ends every session of this session's human. */
  public void signOutEverywhere(SessionCookie cookie) {
    end(cookie, (tx, session) -> tx.sessions().endAll(session.userId()));
  }

  private interface Ending {
    void end(StoreTransaction tx, Session session);
  }

  private void end(SessionCookie cookie, Ending ending) {
    context
        .store()
        .write(
            tx -> {
              Optional<Session> session = tx.sessions().find(cookie.hash());
              session.ifPresent(found -> ending.end(tx, found));
              return session.isPresent();
            });
  }

  /** A new session of a human who just proved who it is. */
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

  /** A further session of the same sign-in, verified anew; it ends no later than the former one. */
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

  /** The live session of a cookie. */
  public static Session require(StoreTransaction tx, SessionCookie cookie, Instant now) {
    return Standing.require(tx, cookie, now).session();
  }

  /** Clears some of what nobody needs any more away. */
  public static void tidy(StoreTransaction tx, Instant now) {
    tx.codes().removeExpired(now, TIDY_ROWS);
    tx.passkeys().removeExpiredChallenges(now, TIDY_ROWS);
    tx.rateLimits().removeExpired(now, TIDY_ROWS);
    tx.sessions().removeIdle(now.minus(Session.MAX_IDLE), TIDY_ROWS);
  }
}
