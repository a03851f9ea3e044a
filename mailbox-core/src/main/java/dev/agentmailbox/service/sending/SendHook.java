package dev.agentmailbox.service.sending;

import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Send;
import org.jspecify.annotations.Nullable;

/** The draft a mail is made from, with its checks and writes in the transaction of the send. */
public interface SendHook {
  /** A mail that is made from no draft. */
  SendHook NONE = new SendHook() {};

  /** Null for none. */
  default @Nullable String draftId() {
    return null;
  }

  /** Called with the inbox locked, for a new request; may refuse it. */
  default void before(StoreTransaction tx, Inbox inbox) {}

  /** Called with the accepted send, before it is written. */
  default void after(StoreTransaction tx, Send send) {}
}
