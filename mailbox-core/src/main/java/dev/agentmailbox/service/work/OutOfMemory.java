package dev.agentmailbox.service.work;

/**
 * Passes an OutOfMemoryError to the uncaught exception handler where a library, or a loop that has
 * to continue, would swallow it.
 */
public final class OutOfMemory {
  private OutOfMemory() {}

  /** Ignores any other failure. */
  public static void report(Throwable failure) {
    if (failure instanceof OutOfMemoryError) {
      Thread self = Thread.currentThread();
      self.getUncaughtExceptionHandler().uncaughtException(self, failure);
    }
  }
}
