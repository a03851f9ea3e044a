package dev.agentmailbox.service.account;

import dev.agentmailbox.access.Role;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.Membership;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.account.Plan;
import dev.agentmailbox.account.SignUpMode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import java.time.Instant;
import java.util.Optional;

/** People on their way from an address to an organization of their own. Thread safe. */
public final class Newcomers {
  private final MailboxContext context;
  private final SignUpModes modes;
  private final Plan plan;

  /**
   * People who come in.
   *
   * @param plan of the organizations they get
   */
  public Newcomers(MailboxContext context, SignUpModes modes, Plan plan) {
    this.context = context;
    this.modes = modes;
    this.plan = plan;
  }

  /**
   * The address of a person, as it is stored.
   *
   * @throws MailboxException {@code validation_error}, also for an address of the service's own
   *     domains: an agent reads its mail
   */
  public static String address(MailboxContext context, String email) {
    String address = Human.normal(email);
    if (!Human.isEmail(address)) {
      throw MailboxException.validation("email", "must be an e-mail address");
    }
    if (context.settings().isOurAddress(address)) {
      throw MailboxException.validation(
          "email", "must not be an address of this service, whose mail agents read");
    }
    return address;
  }

  /** The person of that address, made with this status when there is none. */
  public static Human known(
      MailboxContext context,
      StoreTransaction tx,
      String address,
      Human.Status status,
      Instant now) {
    Optional<Human> known = tx.humans().findByEmail(address);
    if (known.isPresent()) {
      return known.get();
    }
    Human human = new Human(context.ids().next(IdPrefix.HUMAN), address, false, status, now, now);
    if (!tx.humans().insert(human)) {
      throw MailboxException.conflict("email", "another request just used this address");
    }
    return human;
  }

  /** The same person with another status. */
  public static Human moved(StoreTransaction tx, Human human, Human.Status status, Instant now) {
    Human moved =
        new Human(human.id(), human.email(), human.operator(), status, human.createdAt(), now);
    tx.humans().update(moved);
    return moved;
  }

  /**
   * A person on the waitlist who verified an address gets an organization at once when sign-up is
   * open.
   */
  public Human admitted(StoreTransaction tx, Human human, Instant now) {
    boolean admit = modes.status(tx).mode() == SignUpMode.OPEN && hasAsked(tx, human);
    return admit ? founded(tx, human, now) : human;
  }

  /** An invitation by others takes nothing from a person who asked by itself. */
  private static boolean hasAsked(StoreTransaction tx, Human human) {
    return switch (human.status()) {
      case WAITLISTED -> true;
      case INVITED -> tx.waitlist().removeOf(human.id());
      case ACTIVE, REJECTED -> false;
    };
  }

  /** Makes a person the owner of a new organization. */
  public Human founded(StoreTransaction tx, Human human, Instant now) {
    Organization organization = Accounts.create(context, tx, human.email(), plan).organization();
    Human active = moved(tx, human, Human.Status.ACTIVE, now);
    Members.join(tx, organization.id(), active, Role.OWNER, Membership.Status.ACTIVE, now);
    tx.waitlist().removeOf(human.id());
    return active;
  }
}
