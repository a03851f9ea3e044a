package dev.agentmailbox.operation;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.Membership;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The humans of an organization. Thread safe. */
public final class Members {
  /** Setting that names the owner made at the first start. */
  private static final String FIRST_OWNER = "first_owner";

  private final MailboxContext context;
  private final OnceRunner runner;

  public Members(MailboxContext context, OnceRunner runner) {
    this.context = context;
    this.runner = runner;
  }

  /**
   * Makes the first human, owner of the first organization and operator of the platform, unless
   * there is one already.
   *
   * @param email used only when there is none yet
   * @return the first human; its address may be another one
   */
  public Human ensureOwner(String organizationId, String email) {
    return context
        .store()
        .write(
            tx ->
                firstOwner(tx)
                    .or(
                        () -> {
                          Accounts.firstStartInTurn(tx, context.now());
                          return firstOwner(tx);
                        })
                    .orElseGet(() -> makeOwner(tx, organizationId, Human.normal(email))));
  }

  /** The first human, once there is one. */
  static Optional<Human> firstOwner(StoreTransaction tx) {
    return tx.settings().get(FIRST_OWNER).flatMap(tx.humans()::find);
  }

  private Human makeOwner(StoreTransaction tx, String organizationId, String email) {
    Instant now = context.now();
    Human human = activate(tx, humanOf(tx, email, now), true, now);
    join(tx, organizationId, human, Role.OWNER, now);
    tx.settings().put(FIRST_OWNER, human.id());
    return human;
  }

  /**
   * The addresses of those who may decide for an organization: owners and approvers, of very many
   * the {@link PageRequest#MAX_LIMIT} who joined first.
   */
  public static List<String> addresses(StoreTransaction tx, String organizationId) {
    return tx
        .members()
        .list(organizationId, new PageRequest(PageRequest.MAX_LIMIT, null, true))
        .stream()
        .limit(PageRequest.MAX_LIMIT)
        .map(membership -> member(tx, membership).human())
        .filter(Human::isActive)
        .map(Human::email)
        .toList();
  }

  /** The members, in the order they joined. */
  public Page<Member> list(Caller caller, PageRequest page) {
    Access.requireHuman(caller);
    String organization = caller.scope().organizationId();
    return context
        .store()
        .read(
            tx -> {
              List<Member> members =
                  tx.members().list(organization, page).stream().map(m -> member(tx, m)).toList();
              return Page.cut(
                  members,
                  page.limit(),
                  member -> new PagePosition(member.membership().createdAt(), member.human().id()));
            });
  }

  /**
   * Lets somebody in, who then signs in with a code to that address. Whether the address was known
   * before cannot be told.
   *
   * @throws MailboxException {@code conflict} with reason {@code already_member}; {@code
   *     validation_error} for an address of the service's own domains: an agent reads its mail
   */
  public Member add(Caller caller, String email, Role role, Once<Member> once) {
    Access.requireOwner(caller);
    String address = Human.normal(email);
    if (!Human.isEmail(address)) {
      throw MailboxException.validation("email", "must be an e-mail address");
    }
    if (context.settings().isOurs(address.substring(address.lastIndexOf('@') + 1))) {
      throw MailboxException.validation(
          "email", "must not be an address of this service, whose mail agents read");
    }
    return runner.write(
        once,
        tx -> {
          Instant now = context.now();
          once.claim(tx, now);
          Human human = activate(tx, humanOf(tx, address, now), false, now);
          return once.finish(tx, join(tx, caller.scope().organizationId(), human, role, now));
        });
  }

  /**
   * Gives a member another role.
   *
   * @throws MailboxException {@code conflict} with reason {@code last_owner}
   */
  public Member update(Caller caller, String userId, Role role) {
    Access.requireOwner(caller);
    return context
        .store()
        .write(
            tx -> {
              Membership member = locked(tx, caller, userId, role == Role.OWNER);
              Membership changed =
                  new Membership(
                      member.organizationId(),
                      userId,
                      role,
                      member.createdAt(),
                      member.role() == role ? member.updatedAt() : context.now());
              tx.members().update(changed);
              return member(tx, changed);
            });
  }

  /**
   * Removes a member; its sessions open nothing of this organization any more.
   *
   * @throws MailboxException {@code conflict} with reason {@code last_owner}
   */
  public void remove(Caller caller, String userId) {
    Access.requireOwner(caller);
    context
        .store()
        .write(
            tx -> {
              Membership member = locked(tx, caller, userId, false);
              return tx.members().delete(member.organizationId(), userId);
            });
  }

  /** The membership, when it may cease to be an owner's. */
  private static Membership locked(
      StoreTransaction tx, Caller caller, String userId, boolean staysOwner) {
    String organization = caller.scope().organizationId();
    List<Membership> owners = tx.members().lockOwners(organization);
    Membership member =
        tx.members()
            .find(organization, userId)
            .orElseThrow(() -> MailboxException.notFound("member"));
    if (member.role() == Role.OWNER && !staysOwner && owners.size() <= 1) {
      throw MailboxException.conflict("last_owner", "an organization keeps at least one owner");
    }
    return member;
  }

  private Human humanOf(StoreTransaction tx, String email, Instant now) {
    Optional<Human> known = tx.humans().findByEmail(email);
    if (known.isPresent()) {
      return known.get();
    }
    Human human =
        new Human(context.ids().next(IdPrefix.HUMAN), email, false, Human.Status.ACTIVE, now, now);
    if (!tx.humans().insert(human)) {
      throw MailboxException.conflict("email", "another request just used this address");
    }
    return human;
  }

  /** Whoever is let in by an owner need not wait for anything else. */
  private static Human activate(StoreTransaction tx, Human human, boolean operator, Instant now) {
    if (human.isActive() && (human.operator() || !operator)) {
      return human;
    }
    Human active =
        new Human(
            human.id(),
            human.email(),
            human.operator() || operator,
            Human.Status.ACTIVE,
            human.createdAt(),
            now);
    tx.humans().update(active);
    return active;
  }

  /** Makes a human a member. */
  static Member join(
      StoreTransaction tx, String organizationId, Human human, Role role, Instant now) {
    Membership membership = new Membership(organizationId, human.id(), role, now, now);
    if (!tx.members().insert(membership)) {
      throw MailboxException.conflict("already_member", "this human is a member already");
    }
    return new Member(human, membership);
  }

  private static Member member(StoreTransaction tx, Membership membership) {
    return new Member(tx.humans().find(membership.userId()).orElseThrow(), membership);
  }
}
