package dev.agentmailbox.service.account;

import static dev.agentmailbox.port.account.AccountTables.HUMANS;
import static dev.agentmailbox.port.account.AccountTables.HUMAN_BY_EMAIL;
import static dev.agentmailbox.port.account.AccountTables.MEMBERS;
import static dev.agentmailbox.port.account.AccountTables.WAITLIST;
import static dev.agentmailbox.port.account.AccountTables.WAITLIST_ENTRIES_OF_HUMAN;

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

/** Admits humans: from an address to an organization. Thread safe. */
public final class Onboarding {
  private final MailboxContext context;
  private final SignUpModes modes;
  private final Plan plan;

  /**
   * Creates the service.
   *
   * @param plan plan of new organizations
   */
  public Onboarding(MailboxContext context, SignUpModes modes, Plan plan) {
    this.context = context;
    this.modes = modes;
    this.plan = plan;
  }

  /**
   * Normalizes a human's address.
   *
   * @throws MailboxException {@code validation_error}, also for an address in the service's
   *     domains, whose mail agents can read
   */
  public static String address(MailboxContext context, String email) {
    String address = Human.normal(email);
    if (!Human.isEmail(address)) {
      throw MailboxException.validation("email", "must be an email address");
    }
    if (context.settings().isOurAddress(address)) {
      throw MailboxException.validation(
          "email", "must not be an address of this service, because agents can read its mail");
    }
    return address;
  }

  /** Finds the human with this address, or creates one with this status. */
  public static Human known(
      MailboxContext context,
      StoreTransaction tx,
      String address,
      Human.Status status,
      Instant now) {
    Optional<Human> known = tx.table(HUMANS).find(HUMAN_BY_EMAIL, address);
    if (known.isPresent()) {
      return known.get();
    }
    Human human = new Human(context.ids().next(IdPrefix.HUMAN), address, false, status, now, now);
    if (!tx.table(HUMANS).insert(human)) {
      throw MailboxException.conflict("email", "another request has just used this address");
    }
    return human;
  }

  /** Changes a human's status. */
  public static Human moved(StoreTransaction tx, Human human, Human.Status status, Instant now) {
    Human moved =
        new Human(human.id(), human.email(), human.operator(), status, human.createdAt(), now);
    tx.table(HUMANS).update(moved);
    return moved;
  }

  /** Gives a waitlisted human with a verified address an organization if sign-up is open. */
  public Human admitted(StoreTransaction tx, Human human, Instant now) {
    boolean admit = modes.status(tx).mode() == SignUpMode.OPEN && hasAsked(tx, human);
    return admit ? founded(tx, human, now) : human;
  }

  /** Whether the human applied for the waitlist; an invitation by others does not cancel that. */
  private static boolean hasAsked(StoreTransaction tx, Human human) {
    return switch (human.status()) {
      case WAITLISTED -> true;
      case INVITED -> tx.table(WAITLIST).removeAll(WAITLIST_ENTRIES_OF_HUMAN, human.id()) > 0;
      case ACTIVE, REJECTED -> false;
    };
  }

  /** Creates an organization owned by a human. */
  public Human founded(StoreTransaction tx, Human human, Instant now) {
    Organization organization = Accounts.create(context, tx, human.email(), plan).organization();
    Human active = moved(tx, human, Human.Status.ACTIVE, now);
    tx.table(MEMBERS)
        .add(
            new Membership(
                organization.id(), active.id(), Role.OWNER, Membership.Status.ACTIVE, now, now));
    tx.table(WAITLIST).removeAll(WAITLIST_ENTRIES_OF_HUMAN, human.id());
    return active;
  }
}
