package dev.agentmailbox.error;

import java.util.Locale;

// spec Errors.2
/**
 * Every stable, machine-readable error code of the service (specification, section Errors). A door
 * maps it to its own numbers: HTTP status, MCP tool error.
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

  /** The code as written on every wire, for example {@code not_found}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
