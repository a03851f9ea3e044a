package dev.agentmailbox.server;

import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * Ends the process when memory runs out: the thread that met the end of the heap and others may be
 * left half done, and a supervisor that starts the server again serves people better. The virtual
 * machine does it best with {@code -XX:+ExitOnOutOfMemoryError}; a jar cannot carry that flag, so
 * without it the handler of uncaught errors does the same. Threads whose errors are caught on the
 * way (requests, SMTP commands) hand an {@link OutOfMemoryError} to that handler.
 */
final class FatalErrors {
  /** What the virtual machine's own flag ends the process with. */
  static final int EXIT_CODE = 3;

  private static final String FLAG = "-XX:+ExitOnOutOfMemoryError";

  private FatalErrors() {}

  /** Ends the process from now on at the first such error. */
  static void endTheProcess() {
    List<String> flags = ManagementFactory.getRuntimeMXBean().getInputArguments();
    if (flags.contains(FLAG)) {
      return;
    }
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, error) -> {
          if (error instanceof OutOfMemoryError) {
            // Nothing that could need memory, nor wait for a lock that a half-done thread holds.
            Runtime.getRuntime().halt(EXIT_CODE);
          }
          if (before != null) {
            before.uncaughtException(thread, error);
          } else {
            error.printStackTrace();
          }
        });
  }
}
