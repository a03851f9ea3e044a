package dev.agentmailbox.mime;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.function.Supplier;

/** Time limits of tests in processor time, so that a busy machine does not fail them. */
public final class Cpu {
  private static final Duration HANGS = Duration.ofMinutes(1);

  private Cpu() {}

  /** Runs the work and fails when its thread took more than the limit. */
  public static <T> T within(Duration limit, Supplier<T> work) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return assertTimeoutPreemptively(
        HANGS,
        () -> {
          long start = threads.getCurrentThreadCpuTime();
          T result = work.get();
          long used = threads.getCurrentThreadCpuTime() - start;
          assertTrue(used < limit.toNanos(), () -> "took " + used / 1_000_000 + " ms");
          return result;
        });
  }
}
