package dev.agentmailbox.http.live;

import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.event.LogListener;
import java.time.Instant;
import java.util.function.Function;

/** Passes everything on to another store; a test changes what it needs. */
class WrappedStore implements MailboxStore {
  private final MailboxStore store;

  WrappedStore(MailboxStore store) {
    this.store = store;
  }

  @Override
  public <T> T read(Function<StoreTransaction, T> work) {
    return store.read(work);
  }

  @Override
  public <T> T write(Function<StoreTransaction, T> work) {
    return store.write(work);
  }

  @Override
  public int tidy(Instant now) {
    return store.tidy(now);
  }

  @Override
  public void listen(LogListener listener) {
    store.listen(listener);
  }

  @Override
  public ContentStore content() {
    return store.content();
  }

  @Override
  public void close() {
    store.close();
  }
}
