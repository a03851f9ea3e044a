package dev.agentmailbox.http.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.docs.ProblemShape;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ProblemTest {
  private static Problem problem(MailboxException refusal) {
    return new Problem(refusal, "https://docs.example", "/v0/x", "req_1", false);
  }

  private static JsonNode json(MailboxException refusal) {
    return JsonMapper.builder().build().readTree(problem(refusal).toJson());
  }

  // spec Errors.2, ErrorFields.1, ErrorFields.2, ErrorFields.3, ErrorFields.4, ErrorFields.5
  // spec ErrorFields.6, ErrorFields.7, ErrorFields.8, ErrorFields.9, ErrorFields.10, ErrorFields.11
  // spec ErrorFields.12
  /** The table of the specification, section Errors. */
  @ParameterizedTest
  @CsvSource({
    "validation_error,400,no,ValidationError",
    "invalid_request,400,no,InvalidRequestError",
    "unauthorized,401,no,UnauthorizedError",
    "step_up_required,401,no,StepUpRequiredError",
    "missing_permission,403,no,ForbiddenError",
    "human_required,403,no,HumanRequiredError",
    "origin_mismatch,403,no,ForbiddenError",
    "signup_closed,403,no,SignupClosedError",
    "account_inactive,403,no,AccountInactiveError",
    "account_suspended,403,no,AccountSuspendedError",
    "claim_required,403,no,ClaimRequiredError",
    "invite_invalid,403,no,InviteInvalidError",
    "not_found,404,no,NotFoundError",
    "method_not_allowed,405,no,MethodNotAllowedError",
    "conflict,409,no,ConflictError",
    "idempotency_conflict,409,no,IdempotencyConflictError",
    "duplicate_send,409,no,DuplicateSendError",
    "address_unavailable,409,no,AddressUnavailableError",
    "gone,410,no,GoneError",
    "payload_too_large,413,no,PayloadTooLargeError",
    "message_too_large,413,no,MessageTooLargeError",
    "unsupported_media_type,415,no,UnsupportedMediaTypeError",
    "send_blocked,422,no,SendBlockedError",
    "invalid_header,422,no,InvalidHeaderError",
    "webhook_target_forbidden,422,no,WebhookTargetForbiddenError",
    "thread_locked,423,no,ThreadLockedError",
    "rate_limited,429,yes,RateLimitedError",
    "daily_limit_exceeded,429,yes,DailyLimitExceededError",
    "internal_error,500,yes,InternalServerError",
    "not_implemented,501,no,NotImplementedError",
    "sending_paused,503,yes,SendingPausedError",
    "upstream_unavailable,503,yes,UpstreamUnavailableError"
  })
  void each_code_is_told_as_the_specification_says(
      String code, int status, String retryable, String className) {
    ErrorCode error = ErrorCode.valueOf(code.toUpperCase(java.util.Locale.ROOT));
    JsonNode json = json(MailboxException.of(error, "text"));
    assertEquals(status, json.get("status").intValue());
    assertEquals(retryable.equals("yes"), json.get("retryable").booleanValue());
    assertEquals(className, json.get("name").stringValue());
    assertEquals(className, json.get("title").stringValue());
    assertEquals(code, json.get("code").stringValue());
    assertEquals("https://docs.example/errors#" + code, json.get("type").stringValue());
    assertEquals("https://docs.example/errors#" + code, json.get("docs").stringValue());
    assertEquals("text", json.get("message").stringValue());
    assertEquals("text", json.get("detail").stringValue());
    assertEquals("/v0/x", json.get("instance").stringValue());
    assertEquals("req_1", json.get("request_id").stringValue());
    assertTrue(!json.get("fix").stringValue().isEmpty());
  }

  // spec Errors.1
  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void every_problem_has_the_documented_shape(ErrorCode code) {
    FieldProblems problems = new FieldProblems();
    ProblemShape.shape().read(json(MailboxException.of(code, "text")), "", problems);
    assertEquals(List.of(), problems.all());
  }

  // spec ErrorFields.13
  @Test
  void details_and_field_problems_are_members() {
    JsonNode json =
        json(
            MailboxException.validation(
                    List.of(new FieldProblem("to[0]", "is bad"), new FieldProblem("x", "too")))
                .with("reasons", List.of("a", "b"))
                .with("limit_bytes", 5)
                .with("human_message", Map.of("en", "e", "zh", "z")));
    assertEquals("to[0]", json.get("errors").get(0).get("path").stringValue());
    assertEquals("b", json.get("reasons").get(1).stringValue());
    assertEquals(5, json.get("limit_bytes").intValue());
    assertEquals("z", json.get("human_message").get("zh").stringValue());
  }

  // spec Errors.3
  @Test
  void a_wait_is_told_in_whole_seconds_and_is_never_nothing() {
    MailboxException limited = MailboxException.of(ErrorCode.RATE_LIMITED, "x");
    assertEquals(Optional.of(1L), problem(limited).retryAfterSeconds());
    assertEquals(Optional.of(1L), problem(limited.retryAfter(Duration.ZERO)).retryAfterSeconds());
    assertEquals(
        Optional.of(3L), problem(limited.retryAfter(Duration.ofMillis(2001))).retryAfterSeconds());
    assertEquals(
        Optional.of(1L),
        problem(MailboxException.of(ErrorCode.SENDING_PAUSED, "x")).retryAfterSeconds());
    assertEquals(Optional.empty(), problem(MailboxException.notFound("x")).retryAfterSeconds());
  }
}
