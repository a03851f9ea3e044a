package dev.agentmailbox.service.access;

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
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A live session, its human, and what that human belongs to; pending memberships too.
 *
 * <p>The human acts in the organization it chose. Until it chooses, it acts in the only one it
 * belongs to; of several, in none. An operator may choose {@link Postmaster} too.
 */
public record Standing(Session session, Human human, List<Membership> memberships) {
  public Standing {
    memberships = List.copyOf(memberships);
  }

  /** Empty for a session that is unknown or over. */
  static Optional<Standing> find(StoreTransaction tx, SessionCookie cookie, Instant now) {
    return tx.sessions()
        .find(cookie.hash())
        .filter(session -> session.isLive(now))
        .flatMap(
            session ->
                tx.humans()
                    .find(session.userId())
                    .map(human -> new Standing(session, human, tx.members().ofHuman(human.id()))));
  }

  /**
   * The session that must be live.
   *
   * @throws MailboxException {@code unauthorized}
   */
  public static Standing require(StoreTransaction tx, SessionCookie cookie, Instant now) {
    return find(tx, cookie, now)
        .orElseThrow(() -> MailboxException.of(ErrorCode.UNAUTHORIZED, "the session is over"));
  }

  /** The organization to begin with: the only one; null of several and of none. */
  static @Nullable String only(List<Membership> memberships) {
    List<Membership> active = memberships.stream().filter(Membership::isActive).toList();
    return active.size() == 1 ? active.get(0).organizationId() : null;
  }

  /** The same with that human. */
  public Standing of(Human changed) {
    return new Standing(session, changed, memberships);
  }

  /** The same, and every session of this sign-in, acting in that organization; null for none. */
  public Standing acting(StoreTransaction tx, @Nullable String organization) {
    tx.sessions().choose(session.signInId(), organization);
    return new Standing(session.in(organization), human, memberships);
  }

  /** Where the human acts. */
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

  /** The human as a caller, in the organization where it acts. */
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
