package dev.agentmailbox.port;

import dev.agentmailbox.port.event.LogListener;
import java.time.Instant;
import java.util.function.Function;

/**
 * Delegates every call to another store; subclasses override what they change. The methods do not
 * call each other: overriding {@link #read} does not affect {@link #look}.
 */
public abstract class ForwardingMailboxStore implements MailboxStore {
  /** The store to delegate to; always the same instance. */
  protected abstract MailboxStore delegate();

  @Override
  public <T> T read(Function<StoreTransaction, T> work) {
    return delegate().read(work);
  }

  @Override
  public <T> T look(Function<StoreTransaction, T> work) {
    return delegate().look(work);
  }

  @Override
  public <T> T write(Function<StoreTransaction, T> work) {
    return delegate().write(work);
  }

  @Override
  public int tidy(Instant now) {
    return delegate().tidy(now);
  }

  @Override
  public void rewriteAtClose() {
    delegate().rewriteAtClose();
  }

  @Override
  public StoreState state() {
    return delegate().state();
  }

  @Override
  public void listen(LogListener listener) {
    delegate().listen(listener);
  }

  @Override
  public ContentStore content() {
    return delegate().content();
  }

  @Override
  public void close() {
    delegate().close();
  }
}
