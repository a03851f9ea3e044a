package dev.agentmailbox.operation;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.access.Session;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.Membership;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The sessions of signed-in humans. Thread safe. */
public final class Sessions {
  /** A session's last use is noted at most this often. */
  static final Duration TOUCH_INTERVAL = Duration.ofMinutes(1);

  /** Old rows that one sign-in clears away, of each kind. */
  private static final int TIDY_ROWS = 20;

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

  private record Found(Session session, Human human, List<Membership> memberships) {}

  /**
   * Who a session's human is.
   *
   * <p>A human who belongs to several organizations acts in the one joined first. One who belongs
   * to none, or is not active, gets {@link Caller.Human#NOWHERE} as scope and may do nothing there.
   *
   * @return empty for a session that is unknown, ended or idle for {@link Session#MAX_IDLE}
   */
  public Optional<Caller.Human> authenticate(SessionCookie cookie) {
    Instant now = context.now();
    String hash = cookie.hash();
    return context
        .store()
        .read(tx -> find(tx, hash, now))
        .map(
            found -> {
              touch(found.session(), now);
              return caller(found, now);
            });
  }

  private static Optional<Found> find(StoreTransaction tx, String hash, Instant now) {
    return tx.sessions()
        .find(hash)
        .filter(session -> session.isLive(now))
        .flatMap(
            session ->
                tx.humans()
                    .find(session.userId())
                    .map(human -> new Found(session, human, tx.members().ofHuman(human.id()))));
  }

  private static Caller.Human caller(Found found, Instant now) {
    Human human = found.human();
    boolean verified = found.session().isVerified(now);
    if (!human.isActive() || found.memberships().isEmpty()) {
      return new Caller.Human(
          human.id(), Caller.Human.NOWHERE, Role.APPROVER, Set.of(), verified, false);
    }
    Membership first = found.memberships().get(0);
    return new Caller.Human(
        human.id(),
        Scope.organization(first.organizationId()),
        first.role(),
        first.role().permissions(),
        verified,
        human.operator());
  }

  private void touch(Session session, Instant now) {
    if (session.usedAt().plus(TOUCH_INTERVAL).isBefore(now)) {
      context
          .store()
          .write(
              tx -> {
                tx.sessions().touch(session.cookieHash(), now);
                return session;
              });
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
            tx ->
                find(tx, cookie.hash(), now)
                    .map(found -> Profile.of(tx, found.human(), found.session())))
        .orElseThrow(Sessions::over);
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
  SignedIn open(StoreTransaction tx, Human human, Instant now) {
    return open(tx, human, context.ids().token(), now);
  }

  /** A further session of the same sign-in, verified anew. */
  SignedIn open(StoreTransaction tx, Human human, String signInId, Instant now) {
    SessionCookie cookie = SessionCookie.generate(random);
    Session session = new Session(cookie.hash(), signInId, human.id(), now, now, now.plus(stepUp));
    tx.sessions().insert(session);
    return new SignedIn(cookie, Profile.of(tx, human, session));
  }

  /** The live session of a cookie and its human. */
  static Session require(StoreTransaction tx, SessionCookie cookie, Instant now) {
    return find(tx, cookie.hash(), now).map(Found::session).orElseThrow(Sessions::over);
  }

  /** Clears some of what nobody needs any more away. */
  static void tidy(StoreTransaction tx, Instant now) {
    tx.codes().removeExpired(now, TIDY_ROWS);
    tx.passkeys().removeExpiredChallenges(now, TIDY_ROWS);
    tx.moments().removeExpired(now, TIDY_ROWS);
    tx.sessions().removeIdle(now.minus(Session.MAX_IDLE), TIDY_ROWS);
  }

  private static MailboxException over() {
    return MailboxException.of(ErrorCode.UNAUTHORIZED, "the session is over");
  }
}
