package dev.agentmailbox.service.account;

import static dev.agentmailbox.port.account.AccountTables.MEMBERS;
import static dev.agentmailbox.port.account.AccountTables.WAITLIST;
import static dev.agentmailbox.port.account.AccountTables.WAITLIST_ENTRIES_OF_HUMAN;

import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.Membership;
import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.access.Profile;
import dev.agentmailbox.service.access.Standing;
import dev.agentmailbox.service.notice.OwnerNotices;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import java.time.Instant;
import java.util.function.BiFunction;

/** A human's own memberships: accepting, leaving, and switching organizations. Thread safe. */
public final class Memberships {
  private final MailboxContext context;
  private final IdempotencyRunner runner;
  private final OwnerNotices notices;

  public Memberships(MailboxContext context, IdempotencyRunner runner) {
    this.context = context;
    this.runner = runner;
    this.notices = new OwnerNotices(context);
  }

  /**
   * Accepts a membership; idempotent. A session without an organization switches to it.
   *
   * @throws MailboxException {@code not_found} without a pending membership; {@code unauthorized}
   *     when the session has ended
   */
  public Profile accept(
      SessionCookie cookie, String organizationId, IdempotentRequest<Profile> idempotency) {
    return write(
        cookie,
        idempotency,
        (tx, standing) -> {
          Membership asked = lock(tx, organizationId, standing.human());
          return asked.isActive() ? standing : accepted(tx, standing, asked);
        });
  }

  private Standing accepted(StoreTransaction tx, Standing standing, Membership asked) {
    Instant now = context.now();
    tx.table(MEMBERS).update(asked.accepted(now));
    Human human = standing.human();
    tx.audit(
        AuditRecord.of(asked.organizationId(), now, human.id(), AuditAction.MEMBER_JOINED)
            .with("role", asked.role().wireName()));
    if (!human.isActive()) {
      human = Onboarding.moved(tx, human, Human.Status.ACTIVE, now);
      tx.table(WAITLIST).removeAll(WAITLIST_ENTRIES_OF_HUMAN, human.id());
    }
    if (asked.role() == Role.OWNER) {
      notices.write(tx, asked.organizationId(), human, OwnerNotices.Step.JOINED);
    }
    String acts = standing.organizationId().orElse(asked.organizationId());
    return standing.of(human).acting(tx, acts);
  }

  /**
   * Leaves an organization, or declines a membership.
   *
   * @throws MailboxException {@code not_found}; {@code conflict} with reason {@code last_owner};
   *     {@code unauthorized} when the session has ended
   */
  public Profile leave(
      SessionCookie cookie, String organizationId, IdempotentRequest<Profile> idempotency) {
    return write(
        cookie,
        idempotency,
        (tx, standing) -> {
          String userId = standing.human().id();
          if (tx.table(MEMBERS).find(organizationId, userId).isEmpty()) {
            throw unknown();
          }
          Members.removeIn(tx, organizationId, userId, userId, context.now());
          boolean actedThere = organizationId.equals(standing.session().organizationId());
          return actedThere ? standing.acting(tx, null) : standing;
        });
  }

  /**
   * Switches all sessions of this sign-in to an organization; operators may also choose {@link
   * dev.agentmailbox.account.Postmaster}.
   *
   * @throws MailboxException {@code not_found} for an organization without access; {@code
   *     unauthorized} when the session has ended
   */
  public Profile choose(
      SessionCookie cookie, String organizationId, IdempotentRequest<Profile> idempotency) {
    return write(
        cookie,
        idempotency,
        (tx, standing) -> {
          Standing chosen = standing.acting(tx, organizationId);
          if (chosen.organizationId().isEmpty()) {
            throw unknown();
          }
          tx.audit(
              AuditRecord.of(
                  organizationId,
                  context.now(),
                  standing.human().id(),
                  AuditAction.SESSION_SWITCHED));
          return chosen;
        });
  }

  private Profile write(
      SessionCookie cookie,
      IdempotentRequest<Profile> idempotency,
      BiFunction<StoreTransaction, Standing, Standing> work) {
    return runner.write(
        idempotency,
        tx -> {
          Instant now = context.now();
          Standing standing = Standing.require(tx, cookie, now);
          idempotency.claim(tx, now);
          Standing changed = work.apply(tx, standing);
          return idempotency.finish(tx, Profile.of(tx, changed.human(), changed.session()));
        });
  }

  private static Membership lock(StoreTransaction tx, String organizationId, Human human) {
    return tx.table(MEMBERS).lock(organizationId, human.id()).orElseThrow(Memberships::unknown);
  }

  private static MailboxException unknown() {
    return MailboxException.notFound("membership");
  }
}
