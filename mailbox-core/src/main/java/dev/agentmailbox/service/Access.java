package dev.agentmailbox.service;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Postmaster;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.StoreTransaction;
import java.util.Locale;

/**
 * The same two questions before every operation, in this order: is the object in the caller's scope
 * ({@code 404}), and may the caller do this there ({@code 403}).
 */
public final class Access {
  private Access() {}

  /** Refuses a caller without the permission. */
  public static void require(Caller caller, Permission permission) {
    if (!caller.may(permission)) {
      throw MailboxException.of(
          ErrorCode.MISSING_PERMISSION, "the key lacks the permission " + permission.wireName());
    }
  }

  /**
   * Refuses a caller that is not a human, whatever it asks about. The embedding process passes: it
   * is the human's own program.
   */
  public static void requireHuman(Caller caller) {
    if (caller instanceof Caller.Key) {
      throw MailboxException.of(
          ErrorCode.HUMAN_REQUIRED, "only a human can do this, in the console");
    }
  }

  /** Refuses a caller that is not an owner of the organization. */
  public static void requireOwner(Caller caller) {
    requireHuman(caller);
    if (caller instanceof Caller.Human human && human.role() != Role.OWNER) {
      throw MailboxException.of(
          ErrorCode.MISSING_PERMISSION, "only an owner of the organization can do this");
    }
  }

  /** Refuses an owner who has not proved lately that it is still the same human. */
  public static void requireVerifiedOwner(Caller caller) {
    requireOwner(caller);
    requireVerified(caller);
  }

  /**
   * Refuses all but the one who looks after the organization, freshly verified: an owner; in {@link
   * Postmaster}, which nobody owns, an operator.
   */
  public static void requireVerifiedKeeper(Caller caller) {
    if (caller.scope().organizationId().equals(Postmaster.ORGANIZATION_ID)) {
      requireVerifiedOperator(caller);
    } else {
      requireVerifiedOwner(caller);
    }
  }

  /** Refuses a caller that does not run the platform. */
  public static void requireOperator(Caller caller) {
    requireHuman(caller);
    if (caller instanceof Caller.Human human && !human.operator()) {
      throw MailboxException.of(
          ErrorCode.MISSING_PERMISSION, "only an operator of the platform can do this");
    }
  }

  /** Refuses an operator who has not proved lately that it is still the same human. */
  public static void requireVerifiedOperator(Caller caller) {
    requireOperator(caller);
    requireVerified(caller);
  }

  private static void requireVerified(Caller caller) {
    if (caller instanceof Caller.Human human && !human.verified()) {
      throw MailboxException.of(ErrorCode.STEP_UP_REQUIRED, "this needs a fresh code or a passkey");
    }
  }

  /** The inbox, when it is in scope and the caller has the permission. */
  public static Inbox inbox(
      StoreTransaction tx, Caller caller, String inboxId, Permission permission) {
    Inbox inbox =
        tx.inboxes()
            .find(caller.scope(), normal(inboxId))
            .orElseThrow(() -> MailboxException.notFound("inbox"));
    require(caller, permission);
    return inbox;
  }

  /** As {@link #inbox}, and the inbox's row stays locked until the transaction ends. */
  public static Inbox lockedInbox(
      StoreTransaction tx, Caller caller, String inboxId, Permission permission) {
    Inbox inbox =
        tx.inboxes()
            .lock(caller.scope(), normal(inboxId))
            .orElseThrow(() -> MailboxException.notFound("inbox"));
    require(caller, permission);
    return inbox;
  }

  /**
   * Waits for everybody else who changes something in the inbox, and makes them wait until the
   * transaction ends. An inbox that is not there has nobody to wait for.
   */
  public static void inTurn(StoreTransaction tx, Caller caller, String inboxId) {
    var unused = tx.inboxes().lock(caller.scope(), normal(inboxId));
  }

  /** The caller's scope narrowed to a pod that exists in it. */
  public static Scope pod(StoreTransaction tx, Caller caller, String podId, Permission permission) {
    Scope scope = ScopeRef.pod(podId).within(tx, caller);
    require(caller, permission);
    return scope;
  }

  /** Addresses compare without case everywhere. */
  public static String normal(String inboxId) {
    return inboxId.toLowerCase(Locale.ROOT);
  }
}
