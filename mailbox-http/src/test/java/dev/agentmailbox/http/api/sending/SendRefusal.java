package dev.agentmailbox.http.api.sending;

import java.util.Set;

/** Why a send can be refused, in the order in which the reasons are looked at. */
enum SendRefusal {
  NO_KEY(401, "unauthorized"),
  UNCLAIMED(403, "claim_required"),
  OTHER_MEDIA_TYPE(415, "unsupported_media_type"),
  LARGE_BODY(413, "payload_too_large"),
  UNKNOWN_FIELD(400, "validation_error"),
  OTHER_SCOPE(404, "not_found"),
  NO_PERMISSION(403, "missing_permission"),
  SUSPENDED(403, "account_suspended"),
  KEY_USED_OTHERWISE(409, "idempotency_conflict"),
  CONTROL_CHARACTER(422, "invalid_header"),
  MANY_FILES(413, "message_too_large"),
  PAUSED_INBOX(423, "thread_locked"),
  BLOCKED_RECIPIENT(422, "send_blocked"),
  SENT_BEFORE(409, "duplicate_send"),
  LIMIT_USED_UP(429, "daily_limit_exceeded"),
  PAUSED_PLATFORM(503, "sending_paused"),
  NEEDS_APPROVAL(202, "pending_approval");

  private final int status;
  private final String code;

  SendRefusal(int status, String code) {
    this.status = status;
    this.code = code;
  }

  int status() {
    return status;
  }

  /** The error's code, or the status of the send that was accepted. */
  String code() {
    return code;
  }

  /** Whether a client may try the very same request again later. */
  boolean isRetryable() {
    return this == LIMIT_USED_UP || this == PAUSED_PLATFORM;
  }

  /** The ways to send. */
  enum Kind {
    SEND,
    REPLY,
    REPLY_ALL,
    FORWARD,
    DRAFT;

    /** Whether the files are part of the request and not of what it names. */
    boolean carriesFiles() {
      return this != FORWARD && this != DRAFT;
    }
  }

  /** Whether both can hold for one request; with itself, whether it can hold at all. */
  static boolean canMeet(Kind kind, SendRefusal one, SendRefusal other) {
    Set<SendRefusal> both = one == other ? Set.of(one) : Set.of(one, other);
    // The fields of a draft are looked at when it is written.
    boolean drafted = kind == Kind.DRAFT && both.contains(CONTROL_CHARACTER);
    // What could never be sent was not sent before.
    boolean neverSent = both.equals(Set.of(MANY_FILES, SENT_BEFORE));
    // A body may be longer when it carries files.
    boolean carried = kind.carriesFiles() && both.equals(Set.of(LARGE_BODY, MANY_FILES));
    return !drafted && !neverSent && !carried;
  }
}
