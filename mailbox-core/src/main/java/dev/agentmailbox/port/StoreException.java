package dev.agentmailbox.port;

import org.jspecify.annotations.Nullable;

/** The storage did not do its work; says nothing of what was stored. */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
