package dev.agentmailbox.service.request;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.access.ScopeType;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.StoreTransaction;
import org.jspecify.annotations.Nullable;

/**
 * A requested level: an inbox, a pod, or by default the caller's own scope.
 *
 * @param podId null for none
 * @param inboxId null for none
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
   * Resolves the level for a setting. A caller scoped to one inbox cannot address its pod.
   *
   * @throws MailboxException {@code not_found} when it does not exist or is wider than the caller's
   *     scope
   */
  public Scope find(StoreTransaction tx, Caller caller) {
    if (podId != null && caller.scope().type() == ScopeType.INBOX) {
      throw MailboxException.notFound("pod");
    }
    return within(tx, caller);
  }

  /**
   * Resolves the scope for a read, without a permission check. A caller scoped to one inbox that
   * names its pod gets its inbox.
   *
   * @throws MailboxException {@code not_found} when pod or inbox are not in the caller's scope
   */
  public Scope within(StoreTransaction tx, Caller caller) {
    if (inboxId != null) {
      return tx.inboxes()
          .find(caller.scope(), Inbox.normal(inboxId))
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
