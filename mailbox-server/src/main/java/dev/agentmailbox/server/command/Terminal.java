package dev.agentmailbox.server.command;

import java.io.Console;

/** Whether a human watches. */
final class Terminal {
  private Terminal() {}

  /** Whether input and output are a terminal. */
  @SuppressWarnings("SystemConsoleNull") // null before Java 22, and asked for below since
  static boolean isThere() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      // Since Java 22 there is a console without a terminal too.
      return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
    } catch (ReflectiveOperationException before22) {
      return true;
    }
  }
}
