package dev.agentmailbox.service.request;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Postmaster;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.StoreTransaction;
import java.util.Optional;

/**
 * Access checks performed by every operation, in this order: whether the object is in the caller's
 * scope ({@code 404}), and whether the caller has the permission ({@code 403}).
 */
public final class Access {
  private Access() {}

  /** Requires the permission. */
  public static void require(Caller caller, Permission permission) {
    if (!caller.may(permission)) {
      throw caller instanceof Caller.Human human
          ? refused(human)
          : MailboxException.of(
              ErrorCode.MISSING_PERMISSION,
              "the key lacks the permission " + permission.wireName());
    }
  }

  /**
   * Requires that sends may be read: with the permission to send, or as a human who may read
   * approvals, since a send says what is to be decided.
   */
  public static void requireSendsReadable(Caller caller) {
    if (!(caller.isHuman() && caller.may(Permission.APPROVAL_READ))) {
      require(caller, Permission.MESSAGE_SEND);
    }
  }

  private static MailboxException refused(Caller.Human human) {
    return human.scope().organizationId().equals(Postmaster.ORGANIZATION_ID)
        ? MailboxException.of(
                ErrorCode.MISSING_PERMISSION, "this organization is managed by the service")
            .fixedBy("Choose another organization to do this.")
        : MailboxException.of(
            ErrorCode.MISSING_PERMISSION,
            "your role " + human.role().wireName() + " does not allow this");
  }

  /**
   * Requires a human, before anything is looked up. The embedding process passes, since it runs on
   * behalf of a human.
   */
  public static void requireHuman(Caller caller) {
    if (caller instanceof Caller.Key) {
      throw MailboxException.of(
          ErrorCode.HUMAN_REQUIRED, "only a human can do this, in the console");
    }
  }

  /** Requires an owner of the organization. */
  public static void requireOwner(Caller caller) {
    requireHuman(caller);
    if (caller instanceof Caller.Human human && human.role() != Role.OWNER) {
      throw MailboxException.of(
          ErrorCode.MISSING_PERMISSION, "only an owner of the organization can do this");
    }
  }

  /** Requires an owner who has passed step-up recently. */
  public static void requireVerifiedOwner(Caller caller) {
    requireOwner(caller);
    requireVerified(caller);
  }

  /**
   * Requires the administrator of the organization with a recent step-up: an owner, or in {@link
   * Postmaster}, which has no owner, an operator.
   */
  public static void requireVerifiedKeeper(Caller caller) {
    if (caller.scope().organizationId().equals(Postmaster.ORGANIZATION_ID)) {
      requireVerifiedOperator(caller);
    } else {
      requireVerifiedOwner(caller);
    }
  }

  /** Requires a platform operator. */
  public static void requireOperator(Caller caller) {
    requireHuman(caller);
    if (caller instanceof Caller.Human human && !human.operator()) {
      throw MailboxException.of(
              ErrorCode.MISSING_PERMISSION, "only an operator of the platform can do this")
          .fixedBy("Ask an operator of the platform.");
    }
  }

  /** Requires an operator who has passed step-up recently. */
  public static void requireVerifiedOperator(Caller caller) {
    requireOperator(caller);
    requireVerified(caller);
  }

  private static void requireVerified(Caller caller) {
    if (caller instanceof Caller.Human human && !human.verified()) {
      throw MailboxException.of(ErrorCode.STEP_UP_REQUIRED, "this needs a new code or a passkey");
    }
  }

  /** Finds an inbox in scope and requires the permission. */
  public static Inbox inbox(
      StoreTransaction tx, Caller caller, String inboxId, Permission permission) {
    Inbox inbox = find(tx, caller, inboxId);
    require(caller, permission);
    return inbox;
  }

  /** Finds an inbox in scope. */
  public static Inbox find(StoreTransaction tx, Caller caller, String inboxId) {
    return found(tx.inboxes().find(caller.scope(), Inbox.normal(inboxId)));
  }

  /** As {@link #inbox}; locks the inbox's row until the transaction ends. */
  public static Inbox lockedInbox(
      StoreTransaction tx, Caller caller, String inboxId, Permission permission) {
    Inbox inbox = found(tx.inboxes().lock(caller.scope(), Inbox.normal(inboxId)));
    require(caller, permission);
    return inbox;
  }

  private static Inbox found(Optional<Inbox> inbox) {
    return inbox.orElseThrow(() -> MailboxException.notFound("inbox"));
  }

  /**
   * Serializes with other writers of the inbox until the transaction ends. Does nothing when the
   * inbox does not exist.
   */
  public static void lockInbox(StoreTransaction tx, Caller caller, String inboxId) {
    var unused = tx.inboxes().lock(caller.scope(), Inbox.normal(inboxId));
  }

  /** The caller's scope narrowed to an existing pod. */
  public static Scope pod(StoreTransaction tx, Caller caller, String podId, Permission permission) {
    Scope scope = ScopeRef.pod(podId).within(tx, caller);
    require(caller, permission);
    return scope;
  }
}
