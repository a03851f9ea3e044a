package dev.agentmailbox.service.access.grant;

import java.util.Locale;

/**
 * An OAuth error response (RFC 6749 section 5.2, RFC 7591 section 3.2.2, RFC 8707 section 2). Never
 * carries a secret.
 */
public final class GrantRefusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** OAuth error codes. */
  public enum Reason {
    INVALID_REQUEST,
    INVALID_CLIENT,
    INVALID_GRANT,
    INVALID_TARGET,
    INVALID_REDIRECT_URI,
    INVALID_CLIENT_METADATA,
    UNSUPPORTED_GRANT_TYPE,
    UNSUPPORTED_RESPONSE_TYPE,
    ACCESS_DENIED;

    /** The code on the wire, for example {@code invalid_grant}. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Reason reason;

  /** An error with a description for the client's developer. */
  public GrantRefusal(Reason reason, String description) {
    super(description, null, false, false);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  /** The {@code error_description}. */
  public String description() {
    return String.valueOf(getMessage());
  }
}
