package dev.agentmailbox.server.process;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption;
import dev.agentmailbox.thread.DaemonThreads;
import dev.agentmailbox.thread.ScheduledThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
public final class HeapTrimmer {
  private static final Logger LOG = LoggerFactory.getLogger(HeapTrimmer.class);

  /** Free part of the heap in percent; the excess is returned. */
  private record FreeRatio(int least, int max) {
    static final FreeRatio BUSY = new FreeRatio(30, 60);
    static final FreeRatio IDLE = new FreeRatio(10, 20);
  }

  /** A server without a collection for this long is idle. */
  private static final Duration QUIET = Duration.ofSeconds(30);

  /** On Linux only; see proc(5). */
  private static final Path STATUS = Path.of("/proc/self/status");

  private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");

  /** A trim that returns less is not worth its pause. */
  private static final long WORTHWHILE_BYTES = 32L << 20;

  private final ScheduledThreads timer = new ScheduledThreads(1, new DaemonThreads("heap-trimmer"));
  private final HotSpotDiagnosticMXBean machine;

  /** False when an operator chose the free part of the heap. */
  private final boolean isOurs;

  /** Collections at the last look. */
  private long seen;

  /** Collections at the end of the last trim. */
  private long trimmed;

  /** Memory in use after the last trim, in bytes. */
  private long kept;

  private HeapTrimmer(HotSpotDiagnosticMXBean machine) {
    this.machine = machine;
    this.isOurs = isDefault("MinHeapFreeRatio") && isDefault("MaxHeapFreeRatio");
  }

  /** Called once, when the server is ready. Continues on a daemon thread. */
  public static void giveBack() {
    HotSpotDiagnosticMXBean machine =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    if (machine == null) {
      return;
    }
    HeapTrimmer trimmer = new HeapTrimmer(machine);
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
    if (isDue(collections - seen, collections - trimmed, used() - kept)) {
      trim();
    }
    seen = collections();
  }

  /**
   * Whether the server is idle and has something to return.
   *
   * @param sinceLook collections since the last look
   * @param sinceTrim collections since the last trim; without one, only new objects were allocated,
   *     and the same memory would be returned again and again
   * @param growth of the memory in use since the last trim, in bytes
   */
  static boolean isDue(long sinceLook, long sinceTrim, long growth) {
    return sinceLook == 0 && sinceTrim > 0 && growth >= WORTHWHILE_BYTES;
  }

  private void trim() {
    keepFree(FreeRatio.IDLE);
    System.gc();
    keepFree(FreeRatio.BUSY);
    trimNativeHeap();
    trimmed = collections();
    kept = used();
  }

  /**
   * Resident memory of the process, because compilers take as much as the heap does; where the
   * system does not say it, the heap alone.
   */
  private static long used() {
    try (Stream<String> lines = Files.lines(STATUS)) {
      return lines
          .map(RESIDENT::matcher)
          .filter(Matcher::matches)
          .mapToLong(line -> Long.parseLong(line.group(1)) << 10)
          .findFirst()
          .orElseGet(HeapTrimmer::committed);
    } catch (IOException | UncheckedIOException e) {
      return committed();
    }
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

  private void keepFree(FreeRatio ratio) {
    if (isOurs) {
      // The JVM refuses a minimum above the maximum.
      machine.setVMOption("MinHeapFreeRatio", "0");
      machine.setVMOption("MaxHeapFreeRatio", Integer.toString(ratio.max()));
      machine.setVMOption("MinHeapFreeRatio", Integer.toString(ratio.least()));
    }
  }

  private boolean isDefault(String option) {
    try {
      return machine.getVMOption(option).getOrigin() == VMOption.Origin.DEFAULT;
    } catch (IllegalArgumentException e) {
      LOG.debug("this JVM does not support {}", option);
      return false;
    }
  }
}
