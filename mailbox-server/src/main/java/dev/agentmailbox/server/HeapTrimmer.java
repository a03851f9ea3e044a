package dev.agentmailbox.server;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Returns heap memory to the operating system when the server is idle; by default the JVM keeps it.
 *
 * <p>Options set by the operator are left alone, and JVMs without these options are unaffected. A
 * busy server collects anyway, so this costs nothing there.
 */
final class HeapTrimmer {
  private static final Logger LOG = LoggerFactory.getLogger(HeapTrimmer.class);

  /** Minimum and maximum free part of the heap, in percent; the excess is returned. */
  private static final int LEAST_FREE = 20;

  private static final int MOST_FREE = 40;

  /** Period of collections on an idle JVM (JEP 346), each about ten milliseconds. */
  private static final Duration IDLE_COLLECTION = Duration.ofSeconds(30);

  private HeapTrimmer() {}

  /** Called once, when the server is ready. */
  static void giveBack() {
    HotSpotDiagnosticMXBean machine =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    if (machine == null) {
      return;
    }
    set(machine, "MinHeapFreeRatio", LEAST_FREE);
    set(machine, "MaxHeapFreeRatio", MOST_FREE);
    set(machine, "G1PeriodicGCInterval", IDLE_COLLECTION.toMillis());
    System.gc();
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
