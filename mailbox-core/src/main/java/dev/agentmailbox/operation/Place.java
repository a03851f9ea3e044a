package dev.agentmailbox.operation;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.access.ScopeType;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.StoreTransaction;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which of the three levels something is set at: an inbox, a pod, or, when neither is named, what
 * the caller's own scope is.
 */
public record Place(@Nullable String podId, @Nullable String inboxId) {
  /** The caller's own level. */
  public static final Place OWN = new Place(null, null);

  public static Place pod(String podId) {
    return new Place(podId, null);
  }

  public static Place inbox(String inboxId) {
    return new Place(null, inboxId);
  }

  /**
   * The level.
   *
   * @throws MailboxException {@code not_found} when it is missing or wider than what the caller
   *     sees
   */
  Scope find(StoreTransaction tx, Caller caller) {
    if (inboxId != null) {
      return tx.inboxes()
          .find(caller.scope(), Access.normal(inboxId))
          .map(Inbox::scope)
          .orElseThrow(() -> MailboxException.notFound("inbox"));
    }
    if (podId == null) {
      return caller.scope();
    }
    return Optional.of(caller.scope())
        .filter(scope -> scope.type() != ScopeType.INBOX)
        .flatMap(scope -> scope.narrowToPod(podId))
        .filter(scope -> tx.pods().find(scope, podId).isPresent())
        .orElseThrow(() -> MailboxException.notFound("pod"));
  }
}
