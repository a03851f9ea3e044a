package dev.agentmailbox.server.dns;

/** A question without an answer that can be used. */
public final class DnsException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Why. */
  public enum Reason {
    /** The name does not exist (NXDOMAIN), or can be none. */
    NO_SUCH_NAME,
    /** No answer now: a time-out, a failing server, an answer that makes no sense. */
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
