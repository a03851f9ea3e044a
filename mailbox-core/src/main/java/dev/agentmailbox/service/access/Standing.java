package dev.agentmailbox.service.access;

import static dev.agentmailbox.port.access.AccessTables.SESSIONS;
import static dev.agentmailbox.port.access.AccessTables.SESSIONS_OF_SIGN_IN;
import static dev.agentmailbox.port.account.AccountTables.HUMANS;
import static dev.agentmailbox.port.account.AccountTables.MEMBERS;
import static dev.agentmailbox.port.account.AccountTables.MEMBERS_OF_HUMAN;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.access.Session;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.Membership;
import dev.agentmailbox.account.Postmaster;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.table.Table;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A live session with its human and memberships, including pending ones.
 *
 * <p>The current organization is the one the human chose; by default the only one it is a member
 * of, or none if there are several. Operators may also choose {@link Postmaster}.
 */
public record Standing(Session session, Human human, List<Membership> memberships) {
  public Standing {
    memberships = List.copyOf(memberships);
  }

  /** Empty for a session that is unknown or has ended. */
  static Optional<Standing> find(StoreTransaction tx, SessionCookie cookie, Instant now) {
    return tx.table(SESSIONS)
        .find(cookie.hash())
        .filter(session -> session.isLive(now))
        .flatMap(
            session ->
                tx.table(HUMANS)
                    .find(session.userId())
                    .map(
                        human ->
                            new Standing(
                                session,
                                human,
                                tx.table(MEMBERS).list(MEMBERS_OF_HUMAN, human.id()))));
  }

  /**
   * Requires a live session.
   *
   * @throws MailboxException {@code unauthorized}
   */
  public static Standing require(StoreTransaction tx, SessionCookie cookie, Instant now) {
    return find(tx, cookie, now)
        .orElseThrow(() -> MailboxException.of(ErrorCode.UNAUTHORIZED, "the session has ended"));
  }

  /** The default organization: the only one; null when there are several or none. */
  static @Nullable String only(List<Membership> memberships) {
    List<Membership> active = memberships.stream().filter(Membership::isActive).toList();
    return active.size() == 1 ? active.get(0).organizationId() : null;
  }

  public Standing of(Human changed) {
    return new Standing(session, changed, memberships);
  }

  /** Switches every session of this sign-in to an organization; null for none. */
  public Standing acting(StoreTransaction tx, @Nullable String organization) {
    Table<Session> sessions = tx.table(SESSIONS);
    sessions
        .lockAll(SESSIONS_OF_SIGN_IN, session.signInId())
        .forEach(row -> sessions.update(row.in(organization)));
    return new Standing(session.in(organization), human, memberships);
  }

  /** The current organization. */
  public Optional<String> organizationId() {
    return isPostmaster()
        ? Optional.of(Postmaster.ORGANIZATION_ID)
        : membership().map(Membership::organizationId);
  }

  private boolean isPostmaster() {
    return human.isActive()
        && human.operator()
        && Postmaster.ORGANIZATION_ID.equals(session.organizationId());
  }

  private Optional<Membership> membership() {
    String chosen = session.organizationId() == null ? only(memberships) : session.organizationId();
    return memberships.stream()
        .filter(m -> human.isActive() && m.isActive() && m.organizationId().equals(chosen))
        .findFirst();
  }

  /** The human as a caller in the current organization. */
  Caller.Human caller(Instant now) {
    boolean verified = session.isVerified(now);
    if (isPostmaster()) {
      return Postmaster.operator(human.id(), verified);
    }
    return membership()
        .map(
            found ->
                new Caller.Human(
                    human.id(),
                    Scope.organization(found.organizationId()),
                    found.role(),
                    found.role().permissions(),
                    verified,
                    human.operator()))
        .orElseGet(
            () ->
                new Caller.Human(
                    human.id(), Caller.Human.NOWHERE, Role.APPROVER, Set.of(), verified, false));
  }
}
