package dev.agentmailbox.service;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.access.ScopeType;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.StoreTransaction;
import org.jspecify.annotations.Nullable;

/**
 * Which of the three levels is meant: an inbox, a pod, or, when neither is named, what the caller's
 * own scope is.
 *
 * @param podId null when no pod is named
 * @param inboxId null when no inbox is named
 */
public record ScopeRef(@Nullable String podId, @Nullable String inboxId) {
  /** The caller's own level. */
  public static final ScopeRef OWN = new ScopeRef(null, null);

  public static ScopeRef pod(String podId) {
    return new ScopeRef(podId, null);
  }

  public static ScopeRef inbox(String inboxId) {
    return new ScopeRef(null, inboxId);
  }

  /**
   * The level something is set at: a caller that sees one inbox cannot set anything at its pod.
   *
   * @throws MailboxException {@code not_found} when it is missing or wider than what the caller
   *     sees
   */
  public Scope find(StoreTransaction tx, Caller caller) {
    if (podId != null && caller.scope().type() == ScopeType.INBOX) {
      throw MailboxException.notFound("pod");
    }
    return within(tx, caller);
  }

  /**
   * Where to look: what the caller sees of the place; permission is not asked yet. One that sees a
   * single inbox and names its pod sees that inbox.
   *
   * @throws MailboxException {@code not_found} when pod or inbox are not in the caller's scope
   */
  public Scope within(StoreTransaction tx, Caller caller) {
    if (inboxId != null) {
      return tx.inboxes()
          .find(caller.scope(), Access.normal(inboxId))
          .map(Inbox::scope)
          .orElseThrow(() -> MailboxException.notFound("inbox"));
    }
    return podId == null
        ? caller.scope()
        : caller
            .scope()
            .narrowToPod(podId)
            .filter(scope -> tx.pods().find(scope, podId).isPresent())
            .orElseThrow(() -> MailboxException.notFound("pod"));
  }
}
