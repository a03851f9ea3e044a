package dev.agentmailbox.server.dns;

import java.net.UnknownHostException;

/** A failed DNS lookup. */
public final class DnsException extends UnknownHostException {
  private static final long serialVersionUID = 1L;

  /** The cause. */
  public enum Reason {
    /** The name does not exist (NXDOMAIN) or is invalid. */
    NO_SUCH_NAME,
    /** A temporary failure: timeout, server failure or malformed response. */
    NOT_NOW
  }

  private final Reason reason;
  private final boolean unanswered;

  public DnsException(Reason reason, String message) {
    this(reason, message, false);
  }

  private DnsException(Reason reason, String message, boolean unanswered) {
    super(message);
    this.reason = reason;
    this.unanswered = unanswered;
  }

  /** No name server responded. */
  public static DnsException unanswered(String message) {
    return new DnsException(Reason.NOT_NOW, message, true);
  }

  public Reason reason() {
    return reason;
  }

  /** Whether no name server responded, not even with a failure. */
  public boolean isUnanswered() {
    return unanswered;
  }
}
