package dev.agentmailbox.port;

import dev.agentmailbox.message.RawMessage;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Keeps raw messages, and the attachments of drafts, apart from the rows that lists read. Content
 * is written once and never changed.
 *
 * <p>Order of a write: {@link #spool()}, write, {@link Spool#keep()}, and only then the row that
 * names the content. Order of a removal: the row first, then {@link #delete}. A crash between the
 * two leaves content without a row, which {@link #sweep} removes; never a row without content.
 *
 * <p>Thread safe; a {@link Spool} belongs to one thread.
 */
public interface ContentStore {
  /**
   * Asks whether more may be kept, before something that goes with content is begun.
   *
   * @throws NoRoomException the storage is nearly full
   */
  default void requireRoom() throws NoRoomException {}

  /**
   * Opens a new place to write one message to.
   *
   * @throws NoRoomException the storage is nearly full
   */
  Spool spool() throws IOException;

  /** Finds kept content; empty when there is none of that key. */
  Optional<RawMessage> find(String contentKey) throws IOException;

  /** Removes content; absent content is no error. */
  void delete(String contentKey) throws IOException;

  /**
   * Removes content that no row names and whatever was being written when the process died. Called
   * at start, before any door is open.
   *
   * @param isNamed whether a row names this key
   * @return how many were removed
   */
  int sweep(Predicate<String> isNamed) throws IOException;

  /**
   * Keeps content under the key that another store gave it, whatever kind of store that was. For
   * imports: what is there under this key is replaced. Returns when the content is durable.
   *
   * @throws IOException no store gives such a key, or it cannot be kept
   */
  void restore(String contentKey, RawMessage bytes) throws IOException;

  /** Names every kept content once, in no order; what comes and goes meanwhile may be left out. */
  void list(Consumer<String> contentKeys) throws IOException;

  /** One message being written. Closing without {@link #keep} throws what was written away. */
  interface Spool extends AutoCloseable {
    /** Where to write; not synchronised. */
    OutputStream out();

    /** What was written so far, readable before it is kept; {@link #out} is flushed first. */
    RawMessage written() throws IOException;

    /**
     * Makes the content durable, so that it survives a power cut, and names it. Returns only then.
     *
     * @return the key to find it by
     */
    String keep() throws IOException;

    /** Frees what was not kept. */
    @Override
    void close() throws IOException;
  }
}
