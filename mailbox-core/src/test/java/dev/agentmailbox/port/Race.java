package dev.agentmailbox.port;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Does the same thing on several threads that start at the same moment. */
public final class Race {
  /** How long a race may take before it counts as stuck. */
  public static final Duration DEADLINE = Duration.ofMinutes(2);

  public static final int THREADS = 8;

  private Race() {}

  /** What one thread does. */
  @FunctionalInterface
  public interface Runner<T> {
    T run(int number) throws Exception;
  }

  /** Runs on {@link #THREADS} threads and returns their results in order of their numbers. */
  public static <T> List<T> run(Runner<T> runner) {
    return run(THREADS, runner);
  }

  /** Runs on that many threads and returns their results in order of their numbers. */
  public static <T> List<T> run(int threads, Runner<T> runner) {
    CyclicBarrier start = new CyclicBarrier(threads);
    List<Callable<T>> tasks = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      tasks.add(
          () -> {
            start.await(DEADLINE.toSeconds(), TimeUnit.SECONDS);
            return runner.run(number);
          });
    }
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> future : tasks.stream().map(pool::submit).toList()) {
        results.add(future.get(DEADLINE.toSeconds(), TimeUnit.SECONDS));
      }
      return results;
    } catch (ExecutionException e) {
      throw new AssertionError("a racing thread failed", e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("the race is stuck", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    } finally {
      pool.shutdownNow();
    }
  }

  /** How many of the results are true. */
  public static long wins(List<Boolean> results) {
    return results.stream().filter(won -> won).count();
  }
}
