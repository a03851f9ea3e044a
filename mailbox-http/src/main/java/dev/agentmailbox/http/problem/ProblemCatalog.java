package dev.agentmailbox.http.problem;

import static dev.agentmailbox.error.ErrorCode.*;

import dev.agentmailbox.error.ErrorCode;
import java.util.EnumMap;
import java.util.Map;

/**
 * Maps error codes to HTTP responses (specification, section Errors).
 *
 * <p>Immutable and thread safe.
 */
public final class ProblemCatalog {
  private static final Map<ErrorCode, Entry> ENTRIES = new EnumMap<>(ErrorCode.class);

  /** What a signed-in human does, where it differs from what an agent does. */
  private static final Map<ErrorCode, String> HUMAN_FIXES =
      new EnumMap<>(
          Map.ofEntries(
              Map.entry(INVALID_REQUEST, "Reload the page and try again."),
              Map.entry(UNAUTHORIZED, "Sign in again."),
              Map.entry(MISSING_PERMISSION, "Ask an owner of the organization."),
              Map.entry(NOT_FOUND, "It was deleted, or belongs to another organization."),
              Map.entry(CONFLICT, "Reload the page to see the current state."),
              Map.entry(IDEMPOTENCY_CONFLICT, "Reload the page and try again."),
              Map.entry(GONE, "Reload the page."),
              Map.entry(PAYLOAD_TOO_LARGE, "Use less text, or fewer or smaller files."),
              Map.entry(RATE_LIMITED, "Wait a moment, then try again."),
              Map.entry(DAILY_LIMIT_EXCEEDED, "Try again tomorrow; days begin at 00:00 UTC."),
              Map.entry(INTERNAL_ERROR, "Try again. If it fails again, report the request_id."),
              Map.entry(SENDING_PAUSED, "Try again later."),
              Map.entry(UPSTREAM_UNAVAILABLE, "Try again in a moment.")));

  static {
    add(VALIDATION_ERROR, 400, "ValidationError", "Correct the fields listed in errors.");
    add(
        INVALID_REQUEST,
        400,
        "InvalidRequestError",
        "Correct the request. If it carries a page token or cursor, start again without it.");
    add(
        UNAUTHORIZED,
        401,
        "UnauthorizedError",
        "Send the header Authorization: Bearer <API_KEY> with a live key.");
    add(
        STEP_UP_REQUIRED,
        401,
        "StepUpRequiredError",
        "Confirm with a passkey or a new e-mail code, then retry.");
    add(
        MISSING_PERMISSION,
        403,
        "ForbiddenError",
        "Ask a human for a key with the permission this needs.");
    add(HUMAN_REQUIRED, 403, "HumanRequiredError", "Ask your human to do this in the console.");
    add(ORIGIN_MISMATCH, 403, "ForbiddenError", "Send this request from the console.");
    add(
        SIGNUP_CLOSED,
        403,
        "SignupClosedError",
        "Ask your human for a directed code; do not retry with another name or identity.");
    add(
        ACCOUNT_INACTIVE,
        403,
        "AccountInactiveError",
        "Wait until the account is accepted and activated.");
    add(
        ACCOUNT_SUSPENDED,
        403,
        "AccountSuspendedError",
        "Sending is paused for the organization; a human resumes it in the console.");
    add(
        CLAIM_REQUIRED,
        403,
        "ClaimRequiredError",
        "Give your human the claim code and use the new key you get afterwards.");
    add(INVITE_INVALID, 403, "InviteInvalidError", "Ask for a new invite code.");
    add(
        NOT_FOUND,
        404,
        "NotFoundError",
        "Check the identifier and that it is in the scope of the key.");
    add(
        METHOD_NOT_ALLOWED,
        405,
        "MethodNotAllowedError",
        "Use a method listed in the header Allow.");
    add(CONFLICT, 409, "ConflictError", "Read the object again before deciding what to do.");
    add(
        IDEMPOTENCY_CONFLICT,
        409,
        "IdempotencyConflictError",
        "Use a new Idempotency-Key for a different request.");
    add(
        DUPLICATE_SEND,
        409,
        "DuplicateSendError",
        "The message was sent already; do not send it again.");
    add(
        ADDRESS_UNAVAILABLE,
        409,
        "AddressUnavailableError",
        "Choose another username, or use the inbox named by inbox_id.");
    add(GONE, 410, "GoneError", "Start again without the cursor, or with after=latest.");
    add(PAYLOAD_TOO_LARGE, 413, "PayloadTooLargeError", "Send a smaller request body.");
    add(MESSAGE_TOO_LARGE, 413, "MessageTooLargeError", "Send fewer or smaller attachments.");
    add(
        UNSUPPORTED_MEDIA_TYPE,
        415,
        "UnsupportedMediaTypeError",
        "Send the body as JSON with Content-Type: application/json.");
    add(
        SEND_BLOCKED,
        422,
        "SendBlockedError",
        "Change the message according to reasons; do not retry it unchanged.");
    add(
        INVALID_HEADER,
        422,
        "InvalidHeaderError",
        "Remove control characters from subject, names and addresses.");
    add(
        WEBHOOK_TARGET_FORBIDDEN,
        422,
        "WebhookTargetForbiddenError",
        "Use a public https host name on port 443.");
    add(THREAD_LOCKED, 423, "ThreadLockedError", "Wait until a human unlocks the thread.");
    retryable(
        RATE_LIMITED,
        429,
        "RateLimitedError",
        "Wait Retry-After seconds, then retry the same request.");
    retryable(
        DAILY_LIMIT_EXCEEDED,
        429,
        "DailyLimitExceededError",
        "Wait Retry-After seconds, until the next daily window.");
    retryable(
        INTERNAL_ERROR,
        500,
        "InternalServerError",
        "Retry with exponential backoff; include the request_id when you report it.");
    add(
        NOT_IMPLEMENTED,
        501,
        "NotImplementedError",
        "See the reference for the operations that exist.");
    retryable(
        SENDING_PAUSED, 503, "SendingPausedError", "Retry later with the same Idempotency-Key.");
    retryable(
        UPSTREAM_UNAVAILABLE, 503, "UpstreamUnavailableError", "Retry with exponential backoff.");
    for (ErrorCode code : ErrorCode.values()) {
      if (!ENTRIES.containsKey(code)) {
        throw new IllegalStateException("no catalog entry for " + code);
      }
    }
  }

  private ProblemCatalog() {}

  /**
   * The HTTP response of one error code.
   *
   * @param className the error class of client libraries, also the title
   * @param fix what to do about it, in one line
   * @param retryable whether the same request may succeed later
   */
  public record Entry(int status, String className, String fix, boolean retryable) {}

  public static Entry of(ErrorCode code) {
    Entry entry = ENTRIES.get(code);
    if (entry == null) {
      throw new IllegalStateException("no catalog entry for " + code);
    }
    return entry;
  }

  /** What a signed-in human does about it, in one line. */
  public static String humanFix(ErrorCode code) {
    return HUMAN_FIXES.getOrDefault(code, of(code).fix());
  }

  private static void add(ErrorCode code, int status, String className, String fix) {
    ENTRIES.put(code, new Entry(status, className, fix, false));
  }

  private static void retryable(ErrorCode code, int status, String className, String fix) {
    ENTRIES.put(code, new Entry(status, className, fix, true));
  }
}
