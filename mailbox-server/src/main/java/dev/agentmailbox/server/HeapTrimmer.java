package dev.agentmailbox.server;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption;
import dev.agentmailbox.thread.DaemonThreads;
import dev.agentmailbox.thread.ScheduledThreads;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Returns memory to the operating system when the server is idle; by default the JVM keeps it.
 *
 * <p>Options set by the operator are left alone, and JVMs without these options are unaffected. A
 * busy server collects anyway, so this costs nothing there.
 */
final class HeapTrimmer {
  private static final Logger LOG = LoggerFactory.getLogger(HeapTrimmer.class);

  /** Minimum and maximum free part of the heap, in percent; the excess is returned. */
  private static final int LEAST_FREE = 20;

  private static final int MOST_FREE = 40;

  /** A server without a collection for this long is idle. */
  private static final Duration QUIET = Duration.ofSeconds(30);

  private final ScheduledThreads timer = new ScheduledThreads(1, new DaemonThreads("heap-trimmer"));

  /** A trim that returns less is not worth its pause. */
  private static final long WORTHWHILE_BYTES = 32L << 20;

  /** Collections at the last look. */
  private long seen;

  /** Heap that the JVM held after the last trim, in bytes. */
  private long kept;

  private HeapTrimmer() {}

  /** Called once, when the server is ready. Continues on a daemon thread. */
  static void giveBack() {
    HotSpotDiagnosticMXBean machine =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    if (machine == null) {
      return;
    }
    set(machine, "MinHeapFreeRatio", LEAST_FREE);
    set(machine, "MaxHeapFreeRatio", MOST_FREE);
    HeapTrimmer trimmer = new HeapTrimmer();
    trimmer.trim();
    long period = QUIET.toMillis();
    var unused =
        trimmer.timer.scheduleWithFixedDelay(
            trimmer::trimIfIdle, period, period, TimeUnit.MILLISECONDS);
  }

  /**
   * The collector's own period (JEP 346) is not used: it frees only regions that are wholly unused,
   * exists for one collector, and repeats for ever.
   */
  private void trimIfIdle() {
    long collections = collections();
    if (isDue(collections - seen, committed() - kept)) {
      trim();
    }
    seen = collections();
  }

  /**
   * Whether the server is idle and has something to return.
   *
   * @param collections since the last look
   * @param growth of the heap since the last trim, in bytes
   */
  static boolean isDue(long collections, long growth) {
    return collections == 0 && growth >= WORTHWHILE_BYTES;
  }

  private void trim() {
    System.gc();
    trimNativeHeap();
    kept = committed();
  }

  private static long committed() {
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getCommitted();
  }

  private static long collections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
  }

  /** The C library keeps what the compiler and class loading freed: 15 MB after a start. */
  private static void trimNativeHeap() {
    try {
      ManagementFactory.getPlatformMBeanServer()
          .invoke(
              new ObjectName("com.sun.management:type=DiagnosticCommand"),
              "systemTrimNativeHeap",
              new Object[0],
              new String[0]);
    } catch (JMException e) {
      LOG.debug("this JVM does not trim the native heap");
    }
  }

  private static void set(HotSpotDiagnosticMXBean machine, String option, long value) {
    try {
      if (machine.getVMOption(option).getOrigin() == VMOption.Origin.DEFAULT) {
        machine.setVMOption(option, Long.toString(value));
      }
    } catch (IllegalArgumentException e) {
      LOG.debug("this JVM does not support {}", option);
    }
  }
}
