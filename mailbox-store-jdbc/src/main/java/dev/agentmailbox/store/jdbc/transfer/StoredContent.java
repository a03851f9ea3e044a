package dev.agentmailbox.store.jdbc.transfer;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.ContentStore;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/** Read access to raw messages. */
public interface StoredContent {
  /** As {@link ContentStore#find}. */
  Optional<RawMessage> find(String contentKey) throws IOException;

  /** As {@link ContentStore#list}. */
  void list(Consumer<String> contentKeys) throws IOException;

  /** The content of a store. */
  static StoredContent of(ContentStore content) {
    return new StoredContent() {
      @Override
      public Optional<RawMessage> find(String contentKey) throws IOException {
        return content.find(contentKey);
      }

      @Override
      public void list(Consumer<String> contentKeys) throws IOException {
        content.list(contentKeys);
      }
    };
  }
}
