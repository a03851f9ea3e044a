package dev.agentmailbox.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.MailboxException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.function.Executable;

/** What an operation says when it refuses. */
final class Refusals {
  private Refusals() {}

  /** The refusal this work ends with. */
  static MailboxException refused(Executable work) {
    return assertThrows(MailboxException.class, work);
  }

  /** The code of the refusal this work ends with. */
  static ErrorCode refusal(Executable work) {
    return refused(work).code();
  }

  /** The code of the refusal and the reason it gives, a dash for none, with a space between. */
  static String codeAndReason(Executable work) {
    MailboxException refusal = refused(work);
    return refusal.code().wireName() + " " + refusal.details().getOrDefault("reason", "-");
  }

  /** The places of all problems this work is refused for. */
  static List<String> problemPaths(Executable work) {
    MailboxException refusal = refused(work);
    assertEquals(ErrorCode.VALIDATION_ERROR, refusal.code());
    return refusal.problems().stream().map(FieldProblem::path).toList();
  }

  /** All reasons this work, a send, is blocked for. */
  static List<Object> blockedFor(Executable work) {
    MailboxException refusal = refused(work);
    assertEquals(ErrorCode.SEND_BLOCKED, refusal.code());
    return List.copyOf((List<?>) Objects.requireNonNull(refusal.details().get("reasons")));
  }

  static void assertConflict(String reason, Executable work) {
    MailboxException refusal = refused(work);
    assertEquals(ErrorCode.CONFLICT, refusal.code());
    assertEquals(reason, refusal.details().get("reason"));
  }
}
