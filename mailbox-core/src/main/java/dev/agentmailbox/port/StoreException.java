package dev.agentmailbox.port;

import org.jspecify.annotations.Nullable;

/** The storage did not do its work. Whether it was written is unknown unless this says so. */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean undone;
  private final boolean full;

  /** A failure that says nothing of what was stored. */
  public StoreException(String message, @Nullable Throwable cause) {
    this(message, cause, false, false);
  }

  private StoreException(String message, @Nullable Throwable cause, boolean undone, boolean full) {
    super(message, cause);
    this.undone = undone;
    this.full = full;
  }

  /** A failure after which nothing of the transaction is stored, nor will be. */
  public static StoreException undone(String message, @Nullable Throwable cause) {
    return new StoreException(message, cause, true, false);
  }

  /** The storage has no room; nothing of the transaction is stored. */
  public static StoreException full(String message, @Nullable Throwable cause) {
    return new StoreException(message, cause, true, true);
  }

  /** Whether nothing of the transaction is stored, nor will be: its content may be deleted. */
  public boolean isUndone() {
    return undone;
  }

  /** Whether room is all that is missing. */
  public boolean isFull() {
    return full;
  }
}
