package dev.agentmailbox.error;

import java.util.Locale;

// spec Errors.2
/**
 * The stable, machine-readable error codes of the service (specification, section Errors). Each
 * protocol maps them to its own status: HTTP status code, MCP tool error.
 */
public enum ErrorCode {
  VALIDATION_ERROR,
  INVALID_REQUEST,
  UNAUTHORIZED,
  STEP_UP_REQUIRED,
  MISSING_PERMISSION,
  HUMAN_REQUIRED,
  ORIGIN_MISMATCH,
  SIGNUP_CLOSED,
  ACCOUNT_INACTIVE,
  ACCOUNT_SUSPENDED,
  CLAIM_REQUIRED,
  INVITE_INVALID,
  NOT_FOUND,
  METHOD_NOT_ALLOWED,
  CONFLICT,
  IDEMPOTENCY_CONFLICT,
  DUPLICATE_SEND,
  ADDRESS_UNAVAILABLE,
  GONE,
  PAYLOAD_TOO_LARGE,
  MESSAGE_TOO_LARGE,
  UNSUPPORTED_MEDIA_TYPE,
  SEND_BLOCKED,
  INVALID_HEADER,
  WEBHOOK_TARGET_FORBIDDEN,
  THREAD_LOCKED,
  RATE_LIMITED,
  DAILY_LIMIT_EXCEEDED,
  INTERNAL_ERROR,
  NOT_IMPLEMENTED,
  SENDING_PAUSED,
  UPSTREAM_UNAVAILABLE;

  /** The code as written on the wire, for example {@code not_found}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
