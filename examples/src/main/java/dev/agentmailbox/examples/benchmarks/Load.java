package dev.agentmailbox.examples.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** Runs work repeatedly on several threads and measures throughput. Used by one thread. */
final class Load implements AutoCloseable {
  private final ExecutorService pool;
  private final int threads;
  private final AtomicInteger number = new AtomicInteger();

  Load(int threads) {
    this.threads = threads;
    this.pool = Executors.newFixedThreadPool(threads);
  }

  /**
   * Runs the work.
   *
   * @param work called with a unique number
   * @return calls per second
   */
  double perSecond(int times, IntConsumer work) throws Exception {
    int end = number.get() + times;
    List<Callable<Boolean>> workers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      workers.add(
          () -> {
            for (int n = number.getAndIncrement(); n < end; n = number.getAndIncrement()) {
              work.accept(n);
            }
            return true;
          });
    }
    long begin = System.nanoTime();
    for (Future<Boolean> worker : pool.invokeAll(workers)) {
      worker.get();
    }
    return times * (double) TimeUnit.SECONDS.toNanos(1) / (System.nanoTime() - begin);
  }

  @Override
  public void close() {
    pool.shutdown();
  }
}
