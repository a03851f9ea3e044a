package dev.agentmailbox.http;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.problem.Problem;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the fixture demands of every refusal in every test. */
class AnswerCheckerTest {
  private static MailboxFixture fixture;

  @BeforeAll
  static void start() {
    fixture = MailboxFixture.start();
  }

  @AfterAll
  static void stop() {
    fixture.close();
  }

  private static void check(String method, String path, ErrorCode code) {
    Problem problem =
        new Problem(
            MailboxException.of(code, "no"), "http://localhost:8080/docs", path, "req_1", false);
    new AnswerChecker(fixture.http.table())
        .check(
            method, path, problem.status(), new String(problem.toJson(), StandardCharsets.UTF_8));
  }

  @Test
  void an_operation_answers_the_codes_of_its_row_and_no_other() {
    assertDoesNotThrow(() -> check("GET", "/v0/events", ErrorCode.GONE));
    assertThrows(AssertionError.class, () -> check("GET", "/v0/inboxes", ErrorCode.GONE));
    assertThrows(AssertionError.class, () -> check("GET", "/v0/health", ErrorCode.UNAUTHORIZED));
  }

  @Test
  void a_path_without_that_method_answers_so() {
    assertDoesNotThrow(() -> check("PUT", "/v0/inboxes", ErrorCode.METHOD_NOT_ALLOWED));
  }
}
