package dev.agentmailbox.server.process;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.ForwardingMailboxStore;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.StorageFullException;
import dev.agentmailbox.port.StoreState;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A store that refuses new content while disk space is low; everything else works, so that mail can
 * be read and deleted. Thread safe.
 */
public final class ReservingStore extends ForwardingMailboxStore {
  private final MailboxStore store;
  private final DiskReserve reserve;
  private final ContentStore content;

  public ReservingStore(MailboxStore store, DiskReserve reserve) {
    this.store = store;
    this.reserve = reserve;
    this.content = new Content(store.content(), reserve);
  }

  private record Content(ContentStore kept, DiskReserve reserve) implements ContentStore {
    @Override
    public void requireRoom() throws StorageFullException {
      if (reserve.isLow()) {
        throw new StorageFullException();
      }
      kept.requireRoom();
    }

    @Override
    public Spool spool() throws IOException {
      requireRoom();
      return kept.spool();
    }

    @Override
    public Optional<RawMessage> find(String contentKey) throws IOException {
      return kept.find(contentKey);
    }

    @Override
    public void delete(String contentKey) throws IOException {
      kept.delete(contentKey);
    }

    @Override
    public int sweep(Predicate<String> isNamed) throws IOException {
      return kept.sweep(isNamed);
    }

    @Override
    public void restore(String contentKey, RawMessage bytes) throws IOException {
      kept.restore(contentKey, bytes);
    }

    @Override
    public void list(Consumer<String> contentKeys) throws IOException {
      kept.list(contentKeys);
    }
  }

  @Override
  protected MailboxStore delegate() {
    return store;
  }

  @Override
  public StoreState state() {
    StoreState state = store.state();
    return state.equals(StoreState.RUNNING) && reserve.isLow()
        ? new StoreState(StoreState.Kind.FULL, "free disk space is below the reserve")
        : state;
  }

  @Override
  public ContentStore content() {
    return content;
  }
}
