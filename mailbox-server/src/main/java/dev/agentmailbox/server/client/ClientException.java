package dev.agentmailbox.server.client;

/** Ends a command with a line on standard error and an exit code. */
final class ClientException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The server refused, or what was waited for did not come. */
  static final int REFUSED = 1;

  /** A setting or an argument is missing or wrong. */
  static final int USAGE = 2;

  /** The server cannot be reached, or did not answer. */
  static final int UNREACHABLE = 3;

  private final int exitCode;
  private final boolean retryable;

  private ClientException(int exitCode, boolean retryable, String message) {
    super(message);
    this.exitCode = exitCode;
    this.retryable = retryable;
  }

  static ClientException refused(String message, boolean retryable) {
    return new ClientException(REFUSED, retryable, message);
  }

  static ClientException usage(String message) {
    return new ClientException(USAGE, false, message);
  }

  static ClientException unreachable(String message) {
    return new ClientException(UNREACHABLE, true, message);
  }

  int exitCode() {
    return exitCode;
  }

  /** Whether the same request may succeed later. */
  boolean retryable() {
    return retryable;
  }
}
