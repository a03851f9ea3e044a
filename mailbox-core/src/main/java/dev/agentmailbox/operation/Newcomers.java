package dev.agentmailbox.operation;

import dev.agentmailbox.access.Role;
import dev.agentmailbox.account.Human;
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
final class Newcomers {
  private final MailboxContext context;
  private final SignUpModes modes;
  private final Plan plan;

  /**
   * People who come in.
   *
   * @param plan of the organizations they get
   */
  Newcomers(MailboxContext context, SignUpModes modes, Plan plan) {
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
  String address(String email) {
    String address = Human.normal(email);
    if (!Human.isEmail(address)) {
      throw MailboxException.validation("email", "must be an e-mail address");
    }
    if (context.settings().isOurs(address.substring(address.lastIndexOf('@') + 1))) {
      throw MailboxException.validation(
          "email", "must not be an address of this service, whose mail agents read");
    }
    return address;
  }

  /** The person of that address, made with this status when there is none. */
  Human known(StoreTransaction tx, String address, Human.Status status, Instant now) {
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
  Human moved(StoreTransaction tx, Human human, Human.Status status, Instant now) {
    Human moved =
        new Human(human.id(), human.email(), human.operator(), status, human.createdAt(), now);
    tx.humans().update(moved);
    return moved;
  }

  /** Whoever proved an address gets an organization at once when sign-up is open. */
  Human admitted(StoreTransaction tx, Human human, Instant now) {
    boolean admit =
        human.status() == Human.Status.WAITLISTED && modes.status(tx).mode() == SignUpMode.OPEN;
    return admit ? founded(tx, human, now) : human;
  }

  /** Makes a person the owner of a new organization. */
  Human founded(StoreTransaction tx, Human human, Instant now) {
    Organization organization = Accounts.create(context, tx, human.email(), plan).organization();
    Human active = moved(tx, human, Human.Status.ACTIVE, now);
    Members.join(tx, organization.id(), active, Role.OWNER, now);
    tx.waitlist().removeOf(human.id());
    return active;
  }
}
