package dev.agentmailbox.flow.outbox;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.sending.Send;

/** The scope of a send: its inbox. */
final class SendScope {
  private SendScope() {}

  static Scope of(Send send) {
    return Scope.inbox(send.organizationId(), send.podId(), send.inboxId());
  }
}
