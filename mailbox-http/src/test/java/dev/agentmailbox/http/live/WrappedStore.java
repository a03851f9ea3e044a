package dev.agentmailbox.http.live;

import dev.agentmailbox.port.ForwardingMailboxStore;
import dev.agentmailbox.port.MailboxStore;

/** Passes everything on to another store; a test changes what it needs. */
class WrappedStore extends ForwardingMailboxStore {
  private final MailboxStore store;

  WrappedStore(MailboxStore store) {
    this.store = store;
  }

  @Override
  protected MailboxStore delegate() {
    return store;
  }
}
