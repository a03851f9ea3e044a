package dev.agentmailbox.thread;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * Threads for tasks that run later or again and again. An error of a task, such as one of memory
 * that ran out, ends its thread and so comes before the handler of uncaught errors; the usual
 * executor keeps it in a future that nobody asks. Thread safe.
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
