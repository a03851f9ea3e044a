package dev.agentmailbox.operation;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.LogListener;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.StoreTransaction;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A store in which something else happens just before content is written. */
final class InterruptingStore implements MailboxStore {
  private final MailboxStore store;
  private final AtomicReference<@Nullable Runnable> interruption = new AtomicReference<>();

  InterruptingStore(MailboxStore store) {
    this.store = store;
  }

  void beforeNextSpool(Runnable what) {
    interruption.set(what);
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
    ContentStore content = store.content();
    return new ContentStore() {
      @Override
      public Spool spool() throws IOException {
        Runnable what = interruption.getAndSet(null);
        if (what != null) {
          what.run();
        }
        return content.spool();
      }

      @Override
      public Optional<RawMessage> find(String contentKey) throws IOException {
        return content.find(contentKey);
      }

      @Override
      public void delete(String contentKey) throws IOException {
        content.delete(contentKey);
      }

      @Override
      public int sweep(Predicate<String> isNamed) throws IOException {
        return content.sweep(isNamed);
      }

      @Override
      public void restore(String contentKey, RawMessage bytes) throws IOException {
        content.restore(contentKey, bytes);
      }

      @Override
      public void list(Consumer<String> contentKeys) throws IOException {
        content.list(contentKeys);
      }
    };
  }

  @Override
  public void close() {
    store.close();
  }
}
