package dev.agentmailbox.service.account;

import static dev.agentmailbox.port.account.AccountTables.HUMANS;
import static dev.agentmailbox.port.account.AccountTables.MEMBERS;
import static dev.agentmailbox.port.account.AccountTables.MEMBERS_OF_ORGANIZATION;
import static dev.agentmailbox.port.account.AccountTables.MEMBERS_OF_ROLE;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.Membership;
import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.ApproverDirectory.Approver;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.notice.Invitations;
import dev.agentmailbox.service.notice.OwnerNotices;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The members of an organization. Thread safe. */
public final class Members {
  /** Setting with the owner created at first start. */
  private static final String FIRST_OWNER = "first_owner";

  private final MailboxContext context;
  private final IdempotencyRunner runner;
  private final OwnerNotices notices;
  private final Invitations invitations;

  public Members(MailboxContext context, IdempotencyRunner runner) {
    this.context = context;
    this.runner = runner;
    this.notices = new OwnerNotices(context);
    this.invitations = new Invitations(context);
  }

  /**
   * Creates the first human, owner of the first organization and platform operator, unless there is
   * one.
   *
   * @param email used only when there is none
   * @return the first human, whose address may differ
   */
  public Human ensureOwner(String organizationId, String email) {
    return context.write(
        tx ->
            firstOwner(tx)
                .or(
                    () -> {
                      Accounts.lockFirstStart(tx);
                      return firstOwner(tx);
                    })
                .orElseGet(() -> makeOwner(tx, organizationId, Human.normal(email))));
  }

  /** The first human; empty before the first start. */
  public static Optional<Human> firstOwner(StoreTransaction tx) {
    return tx.settings().get(FIRST_OWNER).flatMap(id -> tx.table(HUMANS).find(id));
  }

  private Human makeOwner(StoreTransaction tx, String organizationId, String email) {
    Instant now = context.now();
    Human human =
        asOperator(tx, Onboarding.known(context, tx, email, Human.Status.ACTIVE, now), now);
    join(tx, organizationId, human, Role.OWNER, Membership.Status.ACTIVE, now);
    tx.settings().put(FIRST_OWNER, human.id());
    return human;
  }

  /**
   * Makes a human the first human, active owner and platform operator, when the former one cannot
   * sign in; the former one stays a member. All owners are notified. For operators.
   *
   * @throws MailboxException {@code validation_error} for an address in the service's domains
   */
  public Human replaceFirstOwner(String organizationId, String email) {
    String address = Onboarding.address(context, email);
    return context.write(tx -> replaceFirstOwner(tx, organizationId, address));
  }

  private Human replaceFirstOwner(StoreTransaction tx, String organizationId, String address) {
    Instant now = context.now();
    var unused = lockOwners(tx, organizationId);
    Human human =
        asOperator(tx, Onboarding.known(context, tx, address, Human.Status.ACTIVE, now), now);
    Optional<Membership> before = tx.table(MEMBERS).lock(organizationId, human.id());
    if (before.isPresent()) {
      tx.table(MEMBERS).update(before.get().accepted(now).withRole(Role.OWNER, now));
    } else {
      join(tx, organizationId, human, Role.OWNER, Membership.Status.ACTIVE, now);
    }
    tx.settings().put(FIRST_OWNER, human.id());
    notices.write(tx, organizationId, human, OwnerNotices.Step.JOINED);
    return human;
  }

  /**
   * The owners and approvers of an organization, to be notified; at most {@link
   * PageRequest#MAX_LIMIT}, longest membership first.
   */
  public static List<Approver> approvers(StoreTransaction tx, String organizationId) {
    PageRequest first = new PageRequest(PageRequest.MAX_LIMIT, null, true);
    return tx.table(MEMBERS).page(MEMBERS_OF_ORGANIZATION, first, organizationId).items().stream()
        .filter(Membership::isActive)
        .map(membership -> member(tx, membership))
        .filter(member -> member.human().isActive())
        .map(member -> new Approver(member.human().email(), member.membership().role()))
        .toList();
  }

  /** The members, including pending ones, in the order they were added. */
  public Page<Member> list(Caller caller, PageRequest page) {
    Access.requireHuman(caller);
    String organization = caller.scope().organizationId();
    return context.read(
        tx ->
            tx.table(MEMBERS)
                .page(MEMBERS_OF_ORGANIZATION, page, organization)
                .map(membership -> member(tx, membership)));
  }

  /**
   * Invites a human by mail, who signs in with a mailed code and accepts; a pending membership
   * grants nothing. Does not reveal whether the address has an account. All owners are notified of
   * a new owner.
   *
   * @throws MailboxException {@code conflict} with reason {@code already_member}; {@code
   *     validation_error} for an address in the service's domains, whose mail agents can read
   */
  public Member add(Caller caller, String email, Role role, IdempotentRequest<Member> idempotency) {
    Access.requireVerifiedOwner(caller);
    String address = Onboarding.address(context, email);
    String organization = caller.scope().organizationId();
    return runner.write(
        idempotency,
        tx -> {
          Instant now = context.now();
          idempotency.claim(tx, now);
          Human human = Onboarding.known(context, tx, address, Human.Status.INVITED, now);
          Member added = join(tx, organization, human, role, Membership.Status.PENDING, now);
          invitations.write(tx, organization, human, caller.id());
          tx.audit(
              AuditRecord.by(caller, now, AuditAction.MEMBER_INVITED)
                  .with("user_id", human.id())
                  .with("role", role.wireName()));
          if (role == Role.OWNER) {
            notices.write(tx, organization, human, OwnerNotices.Step.INVITED);
          }
          return idempotency.finish(tx, added);
        });
  }

  /**
   * Changes a member's role. All owners are notified of a new owner.
   *
   * @throws MailboxException {@code conflict} with reason {@code last_owner}; {@code
   *     step_up_required}
   */
  public Member update(Caller caller, String userId, Role role) {
    Access.requireVerifiedOwner(caller);
    String organization = caller.scope().organizationId();
    return context.write(
        tx -> {
          tx.audit(
              AuditRecord.by(caller, context.now(), AuditAction.MEMBER_CHANGED)
                  .with("user_id", userId)
                  .with("role", role.wireName()));
          return updateIn(tx, organization, userId, role);
        });
  }

  private Member updateIn(StoreTransaction tx, String organization, String userId, Role role) {
    Membership before = locked(tx, organization, userId, role == Role.OWNER);
    Membership changed = before.withRole(role, context.now());
    tx.table(MEMBERS).update(changed);
    Member member = member(tx, changed);
    if (role == Role.OWNER && before.role() != Role.OWNER) {
      OwnerNotices.Step step =
          changed.isActive() ? OwnerNotices.Step.JOINED : OwnerNotices.Step.INVITED;
      notices.write(tx, organization, member.human(), step);
    }
    return member;
  }

  /**
   * Removes a member, whose sessions lose access to this organization.
   *
   * @throws MailboxException {@code conflict} with reason {@code last_owner}; {@code
   *     step_up_required}
   */
  public void remove(Caller caller, String userId) {
    Access.requireVerifiedOwner(caller);
    String organization = caller.scope().organizationId();
    context.write(tx -> removeIn(tx, organization, userId, caller.id(), context.now()));
  }

  /** Ends a membership unless it is that of the last owner. */
  static boolean removeIn(
      StoreTransaction tx, String organization, String userId, String by, Instant now) {
    Membership member = locked(tx, organization, userId, false);
    tx.audit(
        AuditRecord.of(organization, now, by, AuditAction.MEMBER_REMOVED).with("user_id", userId));
    return tx.table(MEMBERS).remove(organization, member.userId());
  }

  /** The membership, if it need not stay an owner's. Locks the owners first: no deadlocks. */
  private static Membership locked(
      StoreTransaction tx, String organization, String userId, boolean staysOwner) {
    List<Membership> owners = lockOwners(tx, organization);
    Membership member =
        tx.table(MEMBERS)
            .lock(organization, userId)
            .orElseThrow(() -> MailboxException.notFound("member"));
    boolean endsOwner = member.role() == Role.OWNER && member.isActive() && !staysOwner;
    if (endsOwner && owners.size() <= 1) {
      throw MailboxException.conflict("last_owner", "an organization must have at least one owner");
    }
    return member;
  }

  /** The active owners; two of them cannot leave at once and leave none. */
  private static List<Membership> lockOwners(StoreTransaction tx, String organization) {
    return tx.table(MEMBERS).lockAll(MEMBERS_OF_ROLE, organization, Role.OWNER.wireName()).stream()
        .filter(Membership::isActive)
        .toList();
  }

  /** The first human may have an account already, in any state. */
  private static Human asOperator(StoreTransaction tx, Human human, Instant now) {
    Human operator =
        new Human(human.id(), human.email(), true, Human.Status.ACTIVE, human.createdAt(), now);
    tx.table(HUMANS).update(operator);
    return operator;
  }

  static Member join(
      StoreTransaction tx,
      String organizationId,
      Human human,
      Role role,
      Membership.Status status,
      Instant now) {
    Membership membership = new Membership(organizationId, human.id(), role, status, now, now);
    if (!tx.table(MEMBERS).insert(membership)) {
      throw MailboxException.conflict(
          "already_member", "this person is already a member or has a pending invitation");
    }
    return new Member(human, membership);
  }

  private static Member member(StoreTransaction tx, Membership membership) {
    return new Member(tx.table(HUMANS).find(membership.userId()).orElseThrow(), membership);
  }
}
