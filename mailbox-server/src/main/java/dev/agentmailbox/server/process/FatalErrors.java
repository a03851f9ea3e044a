package dev.agentmailbox.server.process;

import java.lang.management.ManagementFactory;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exits when memory runs out, because threads may be left in an inconsistent state and a restart by
 * the supervisor is safer. {@code -XX:+ExitOnOutOfMemoryError} does this best; a jar cannot carry
 * that flag, so without it the uncaught exception handler does the same. Code that catches errors
 * (requests, SMTP commands) passes an {@link OutOfMemoryError} to that handler.
 */
public final class FatalErrors {
  /** The exit code of the JVM flag. */
  static final int EXIT_CODE = 3;

  private static final Logger LOG = LoggerFactory.getLogger(FatalErrors.class);
  private static final String FLAG = "-XX:+ExitOnOutOfMemoryError";

  private FatalErrors() {}

  /** Installs the handler. */
  public static void install() {
    List<String> flags = ManagementFactory.getRuntimeMXBean().getInputArguments();
    if (flags.contains(FLAG)) {
      return;
    }
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, error) -> {
          if (error instanceof OutOfMemoryError) {
            // Must not allocate memory, nor wait for a lock that a failed thread may hold.
            Runtime.getRuntime().halt(EXIT_CODE);
          }
          if (before != null) {
            before.uncaughtException(thread, error);
          } else {
            LOG.error("uncaught error in thread {}", thread.getName(), error);
          }
        });
  }
}
