package dev.agentmailbox.port;

import org.jspecify.annotations.Nullable;

/** A storage failure, after which the transaction may be committed unless {@link #isUndone}. */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean undone;
  private final boolean full;

  /** A failure with unknown outcome: the transaction may or may not have been committed. */
  public StoreException(String message, @Nullable Throwable cause) {
    this(message, cause, false, false);
  }

  private StoreException(String message, @Nullable Throwable cause, boolean undone, boolean full) {
    super(message, cause);
    this.undone = undone;
    this.full = full;
  }

  /** A failure after which it is certain that the transaction was not and will not be committed. */
  public static StoreException undone(String message, @Nullable Throwable cause) {
    return new StoreException(message, cause, true, false);
  }

  /** The storage is full; the transaction was not committed. */
  public static StoreException full(String message, @Nullable Throwable cause) {
    return new StoreException(message, cause, true, true);
  }

  /**
   * Whether it is certain that the transaction was not and will not be committed, so that content
   * spooled for it may be deleted.
   */
  public boolean isUndone() {
    return undone;
  }

  /** Whether lack of space is the cause; the operation can succeed once space is freed. */
  public boolean isFull() {
    return full;
  }
}
