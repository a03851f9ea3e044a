package dev.agentmailbox.service.access;

import static dev.agentmailbox.port.ServiceTables.RATE_LIMITS;
import static dev.agentmailbox.port.ServiceTables.RATE_LIMIT_EXPIRY;
import static dev.agentmailbox.port.access.AccessTables.CHALLENGES;
import static dev.agentmailbox.port.access.AccessTables.CHALLENGE_EXPIRY;
import static dev.agentmailbox.port.access.AccessTables.CODES;
import static dev.agentmailbox.port.access.AccessTables.CODE_EXPIRY;
import static dev.agentmailbox.port.access.AccessTables.PUSH_SUBSCRIPTIONS;
import static dev.agentmailbox.port.access.AccessTables.PUSH_SUBSCRIPTIONS_OF_HUMAN;
import static dev.agentmailbox.port.access.AccessTables.SESSIONS;
import static dev.agentmailbox.port.access.AccessTables.SESSIONS_BY_USE;
import static dev.agentmailbox.port.access.AccessTables.SESSIONS_OF_HUMAN;
import static dev.agentmailbox.port.access.AccessTables.SESSIONS_OF_SIGN_IN;
import static dev.agentmailbox.port.account.AccountTables.MEMBERS;
import static dev.agentmailbox.port.account.AccountTables.MEMBERS_OF_HUMAN;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Session;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.access.PushService;
import dev.agentmailbox.port.table.Table;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
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
  private final PushSubscriptions pushSubscriptions;
  private final SecureRandom random = new SecureRandom();

  /**
   * Creates the service.
   *
   * @param stepUp length of the step-up period
   * @param push shows notices in browsers
   */
  public Sessions(MailboxContext context, Duration stepUp, PushService push) {
    this.context = context;
    this.stepUp = stepUp;
    this.pushSubscriptions = new PushSubscriptions(context, push);
  }

  /** The browsers that show notices. */
  public PushSubscriptions pushSubscriptions() {
    return pushSubscriptions;
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
            Table<Session> sessions = tx.table(SESSIONS);
            return sessions
                .lock(session.cookieHash())
                .map(row -> row.withUse(now))
                .map(sessions::update);
          });
    } catch (StoreException unavailable) {
      LOG.debug("the use of a session could not be recorded now", unavailable);
    }
  }

  /**
   * The session's human with organizations.
   *
   * @throws dev.agentmailbox.error.MailboxException {@code unauthorized} when the session has ended
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
    end(
        cookie,
        (tx, session) -> tx.table(SESSIONS).removeAll(SESSIONS_OF_SIGN_IN, session.signInId()));
  }

  /** Ends every session of the session's human, and the notices in their browsers. */
  public void signOutEverywhere(SessionCookie cookie) {
    end(
        cookie,
        (tx, session) -> {
          tx.table(SESSIONS).removeAll(SESSIONS_OF_HUMAN, session.userId());
          tx.table(PUSH_SUBSCRIPTIONS).removeAll(PUSH_SUBSCRIPTIONS_OF_HUMAN, session.userId());
        });
  }

  private interface Ending {
    void end(StoreTransaction tx, Session session);
  }

  private void end(SessionCookie cookie, Ending ending) {
    context.write(
        tx -> {
          Optional<Session> session = tx.table(SESSIONS).find(cookie.hash());
          session.ifPresent(found -> ending.end(tx, found));
          return session.isPresent();
        });
  }

  /** How a human proved who they are. */
  public enum Factor {
    CODE,
    PASSKEY,
    LINK;

    String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Opens a session after authentication of its human. */
  public SignedIn open(StoreTransaction tx, Human human, Factor factor, Instant now) {
    String organization = Standing.only(tx.table(MEMBERS).list(MEMBERS_OF_HUMAN, human.id()));
    record(tx, organization, human, AuditAction.SESSION_OPENED, factor, now);
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
  public SignedIn open(
      StoreTransaction tx, Human human, Session former, Factor factor, Instant now) {
    record(tx, former.organizationId(), human, AuditAction.SESSION_VERIFIED, factor, now);
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

  private static void record(
      StoreTransaction tx,
      @Nullable String organization,
      Human human,
      AuditAction action,
      Factor factor,
      Instant now) {
    if (organization != null) {
      tx.audit(
          AuditRecord.of(organization, now, human.id(), action).with("factor", factor.wireName()));
    }
  }

  private SignedIn open(StoreTransaction tx, Human human, Function<SessionCookie, Session> maker) {
    SessionCookie cookie = SessionCookie.generate(random);
    Session session = maker.apply(cookie);
    tx.table(SESSIONS).add(session);
    return new SignedIn(cookie, Profile.of(tx, human, session));
  }

  /** Finds the live session of a cookie. */
  public static Session require(StoreTransaction tx, SessionCookie cookie, Instant now) {
    return Standing.require(tx, cookie, now).session();
  }

  /** Removes some expired rows. */
  public static void tidy(StoreTransaction tx, Instant now) {
    tx.table(CODES).removeDue(CODE_EXPIRY, now, TIDY_ROWS);
    tx.table(CHALLENGES).removeDue(CHALLENGE_EXPIRY, now, TIDY_ROWS);
    tx.table(RATE_LIMITS).removeDue(RATE_LIMIT_EXPIRY, now, TIDY_ROWS);
    tx.table(SESSIONS).removeDue(SESSIONS_BY_USE, now.minus(Session.MAX_IDLE), TIDY_ROWS);
  }
}
