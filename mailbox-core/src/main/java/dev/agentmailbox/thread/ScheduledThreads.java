package dev.agentmailbox.thread;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * A scheduled executor that rethrows an {@link Error} of a task, such as an OutOfMemoryError, on
 * its thread, so that it reaches the uncaught exception handler; the standard executor keeps it in
 * a future that is never read. Thread safe.
 */
public final class ScheduledThreads extends ScheduledThreadPoolExecutor {
  public ScheduledThreads(int threads, ThreadFactory factory) {
    super(threads, factory);
  }

  @Override
  protected void afterExecute(Runnable task, @Nullable Throwable thrown) {
    super.afterExecute(task, thrown);
    if (task instanceof Future<?> done && done.isDone() && !done.isCancelled()) {
      throwErrorOf(done);
    }
  }

  private static void throwErrorOf(Future<?> done) {
    try {
      done.get();
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof Error error) {
        throw error;
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }
}
