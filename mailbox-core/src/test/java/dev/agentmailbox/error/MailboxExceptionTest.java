package dev.agentmailbox.error;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MailboxExceptionTest {
  @Test
  void a_refusal_carries_code_and_text_and_nothing_else() {
    MailboxException refusal = MailboxException.notFound("inbox");
    assertEquals(ErrorCode.NOT_FOUND, refusal.code());
    assertEquals("inbox not found", refusal.getMessage());
    assertEquals(List.of(), refusal.problems());
    assertEquals(Map.of(), refusal.details());
    assertEquals(Optional.empty(), refusal.retryAfter());
  }

  @Test
  void every_problem_of_a_request_is_told() {
    List<FieldProblem> problems =
        List.of(new FieldProblem("to[0]", "not an address"), new FieldProblem("text", "too long"));
    MailboxException refusal = MailboxException.validation(problems);
    assertEquals(ErrorCode.VALIDATION_ERROR, refusal.code());
    assertEquals(problems, refusal.problems());
    assertEquals("2 problems with the request", refusal.getMessage());
    assertEquals(
        "to[0]: not an address", MailboxException.validation(problems.subList(0, 1)).getMessage());
  }

  @Test
  void what_is_added_does_not_lose_what_was_there() {
    IllegalStateException cause = new IllegalStateException("cause");
    MailboxException refusal =
        MailboxException.conflict("in_progress", "still running")
            .retryAfter(Duration.ofSeconds(3))
            .causedBy(cause)
            .with("limit", 5);
    assertEquals(Map.of("reason", "in_progress", "limit", 5), refusal.details());
    assertEquals(Optional.of(Duration.ofSeconds(3)), refusal.retryAfter());
    assertEquals("still running", refusal.getMessage());
    assertSame(cause, refusal.getCause());
  }
}
