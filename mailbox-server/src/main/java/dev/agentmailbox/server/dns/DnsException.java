package dev.agentmailbox.server.dns;

/** A failed DNS lookup. */
public final class DnsException extends Exception {
  private static final long serialVersionUID = 1L;

  /** The cause. */
  public enum Reason {
    /** The name does not exist (NXDOMAIN) or is invalid. */
    NO_SUCH_NAME,
    /** A temporary failure: timeout, server failure or malformed response. */
    NOT_NOW
  }

  private final Reason reason;

  DnsException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
