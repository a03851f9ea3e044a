package dev.agentmailbox.service.sending;

import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Send;

/** What is checked and written in the same transaction as a send. */
public interface SendCompanion {
  /** A send that stands alone. */
  SendCompanion NONE =
      new SendCompanion() {
        @Override
        public void before(StoreTransaction tx, Inbox inbox) {
          // nothing stands in the way
        }

        @Override
        public void after(StoreTransaction tx, Send send) {
          // nothing follows
        }
      };

  /** The inbox is locked and the request is new; may refuse it. */
  void before(StoreTransaction tx, Inbox inbox);

  /** The send was accepted and written. */
  void after(StoreTransaction tx, Send send);
}
