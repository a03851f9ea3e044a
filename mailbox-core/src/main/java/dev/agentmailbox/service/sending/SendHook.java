package dev.agentmailbox.service.sending;

import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Send;

/** Additional checks and writes in the transaction of a send. */
public interface SendHook {
  /** No additional work. */
  SendHook NONE =
      new SendHook() {
        @Override
        public void before(StoreTransaction tx, Inbox inbox) {}

        @Override
        public void after(StoreTransaction tx, Send send) {}
      };

  /** Called with the inbox locked, for a new request; may refuse it. */
  void before(StoreTransaction tx, Inbox inbox);

  /** Called after the send was written. */
  void after(StoreTransaction tx, Send send);
}
