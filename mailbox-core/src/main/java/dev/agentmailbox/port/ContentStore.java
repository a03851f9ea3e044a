package dev.agentmailbox.port;

import dev.agentmailbox.message.RawMessage;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Stores raw messages and draft attachments outside the rows that lists read. Content is written
 * once and is immutable.
 *
 * <p>To write: {@link #spool()}, write, {@link Spool#keep()}, and only then commit the row that
 * references the content. To remove: delete the row first, then call {@link #delete}. A crash in
 * between leaves content that no row references, which {@link #sweep} removes; a row never
 * references missing content.
 *
 * <p>Thread safe; a {@link Spool} is confined to one thread. Every method throws {@link
 * IOException} when the storage fails.
 */
public interface ContentStore {
  /**
   * Fails early, before an operation that will store content.
   *
   * @throws StorageFullException the storage is nearly full
   */
  default void requireRoom() throws StorageFullException {}

  /**
   * Opens a spool for one piece of content.
   *
   * @throws StorageFullException the storage is nearly full
   */
  Spool spool() throws IOException;

  /** Finds content by key; empty when there is none. */
  Optional<RawMessage> find(String contentKey) throws IOException;

  /** Deletes content; does nothing when there is none under this key. */
  void delete(String contentKey) throws IOException;

  /**
   * Deletes content that no row references, and spools left behind by a crashed process. Called at
   * startup, before requests are accepted.
   *
   * @param isNamed whether a row references this key
   * @return number of items deleted
   */
  int sweep(Predicate<String> isNamed) throws IOException;

  /**
   * Stores content under a key that a {@code ContentStore} of any kind assigned, replacing what is
   * stored under it; for imports. Returns once the content is durable.
   *
   * @throws IOException the key is malformed, or the content cannot be stored
   */
  void restore(String contentKey, RawMessage bytes) throws IOException;

  /**
   * Passes every stored key to the consumer exactly once, in no particular order. Content added or
   * deleted during the call may or may not be included.
   */
  void list(Consumer<String> contentKeys) throws IOException;

  /** Content being written. Closing it without {@link #keep} discards what was written. */
  interface Spool extends AutoCloseable {
    /** The stream to write to; not thread safe. */
    OutputStream out();

    /** What was written so far, readable before {@link #keep}; flushes {@link #out} first. */
    RawMessage written() throws IOException;

    /**
     * Makes the content durable (it survives a power failure), at the latest with the transaction
     * that first references it, and returns its key.
     *
     * @return key for {@link ContentStore#find}
     */
    String keep() throws IOException;

    /** Releases the spool; discards the content unless {@link #keep} returned. */
    @Override
    void close() throws IOException;
  }
}
