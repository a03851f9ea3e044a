package dev.agentmailbox.http.table;

import static dev.agentmailbox.error.ErrorCode.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which errors follow from the properties of a row. */
class OperationErrorsTest {
  private static final Field<String> NAME = Field.of("name", Shapes.text(), "A name.");

  private static Set<ErrorCode> errors(OperationBuilder row) {
    return row.build().errors();
  }

  private static OperationBuilder change() {
    return Operation.post("change", "/v0/change");
  }

  @Test
  void a_read_by_a_key_or_a_human() {
    assertEquals(
        EnumSet.of(
            VALIDATION_ERROR,
            INVALID_REQUEST,
            UNAUTHORIZED,
            MISSING_PERMISSION,
            ACCOUNT_INACTIVE,
            CLAIM_REQUIRED,
            RATE_LIMITED,
            DAILY_LIMIT_EXCEEDED,
            INTERNAL_ERROR,
            UPSTREAM_UNAVAILABLE),
        errors(Operation.get("read", "/v0/read")));
  }

  @Test
  void a_public_answer_that_asks_nobody() {
    assertEquals(
        EnumSet.of(VALIDATION_ERROR, INVALID_REQUEST, RATE_LIMITED, INTERNAL_ERROR),
        errors(
            Operation.get("alive", "/v0/alive")
                .access(AccessRule.PUBLIC)
                .with(Trait.ANSWERED_AT_ONCE)));
  }

  @Test
  void what_is_not_offered_is_not_read() {
    assertEquals(
        EnumSet.of(
            INVALID_REQUEST, RATE_LIMITED, INTERNAL_ERROR, NOT_IMPLEMENTED, UPSTREAM_UNAVAILABLE),
        errors(
            change()
                .access(AccessRule.PUBLIC)
                .field(NAME)
                .refusing(MailboxException.of(NOT_IMPLEMENTED, "no"))));
  }

  @Test
  void nobody_needs_a_permission_for_what_is_not_offered() {
    Set<ErrorCode> errors = errors(change().refusing(MailboxException.of(NOT_IMPLEMENTED, "no")));
    assertTrue(errors.contains(UNAUTHORIZED));
    assertFalse(errors.contains(MISSING_PERMISSION));
  }

  @Test
  void a_post_with_a_body_adds_those_of_the_body_and_of_the_idempotency_key() {
    Set<ErrorCode> added = EnumSet.copyOf(errors(change().field(NAME)));
    added.removeAll(errors(Operation.get("read", "/v0/read")));
    assertEquals(
        EnumSet.of(
            ORIGIN_MISMATCH,
            CONFLICT,
            IDEMPOTENCY_CONFLICT,
            PAYLOAD_TOO_LARGE,
            UNSUPPORTED_MEDIA_TYPE),
        added);
    assertFalse(errors(change().with(Trait.WITHOUT_IDEMPOTENCY)).contains(CONFLICT));
  }

  @Test
  void changes_by_humans_need_a_step_up_unless_the_row_says_otherwise() {
    assertTrue(errors(change().access(AccessRule.HUMAN)).contains(STEP_UP_REQUIRED));
    assertTrue(errors(change().access(AccessRule.HUMAN)).contains(HUMAN_REQUIRED));
    assertFalse(
        errors(change().access(AccessRule.HUMAN).with(Trait.WITHOUT_STEP_UP))
            .contains(STEP_UP_REQUIRED));
    assertFalse(
        errors(change().access(AccessRule.HUMAN).with(Trait.OPEN_TO_EVERY_HUMAN))
            .contains(STEP_UP_REQUIRED));
    assertFalse(errors(change()).contains(STEP_UP_REQUIRED));
  }

  @Test
  void an_object_that_a_request_names_may_not_exist() {
    assertFalse(errors(change()).contains(NOT_FOUND));
    assertTrue(errors(Operation.get("read", "/v0/read/{read_id}")).contains(NOT_FOUND));
    assertTrue(
        errors(change().field(Field.of("pod_id", Shapes.text(), "A pod."))).contains(NOT_FOUND));
  }

  @Test
  void a_row_declares_what_only_its_operation_refuses() {
    assertTrue(errors(change().errors(GONE)).contains(GONE));
    assertTrue(errors(change().errors(EnumSet.of(GONE))).contains(GONE));
  }
}
