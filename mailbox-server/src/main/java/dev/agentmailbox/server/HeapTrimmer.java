package dev.agentmailbox.server;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives the memory of the start, and of a busy hour, back to the system once the server is idle:
 * left alone, the virtual machine keeps what it took.
 *
 * <p>An option that the operator chose stays as it is, and on a virtual machine without these
 * options nothing changes. A busy server collects by itself and so never pays for this.
 */
final class HeapTrimmer {
  private static final Logger LOG = LoggerFactory.getLogger(HeapTrimmer.class);

  /** Free part of the heap in percent: at least, and at most; what is over is given back. */
  private static final int LEAST_FREE = 20;

  private static final int MOST_FREE = 40;

  /** An idle virtual machine collects this often (JEP 346), in some ten milliseconds. */
  private static final Duration IDLE_COLLECTION = Duration.ofSeconds(30);

  private HeapTrimmer() {}

  /** To be called once, when the server is ready. */
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
      LOG.debug("This virtual machine does not take {}", option);
    }
  }
}
