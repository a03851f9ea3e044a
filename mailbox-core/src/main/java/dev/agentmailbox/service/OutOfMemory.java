package dev.agentmailbox.service;

/**
 * Hands the end of the heap to the handler of uncaught errors, for places where a library, or a
 * loop that has to go on, would keep it from there.
 */
public final class OutOfMemory {
  private OutOfMemory() {}

  /** Does nothing for any other failure. */
  public static void report(Throwable failure) {
    if (failure instanceof OutOfMemoryError) {
      Thread self = Thread.currentThread();
      self.getUncaughtExceptionHandler().uncaughtException(self, failure);
    }
  }
}
