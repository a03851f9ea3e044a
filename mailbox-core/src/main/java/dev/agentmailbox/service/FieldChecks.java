package dev.agentmailbox.service;

import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.MailboxException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects everything wrong with a request, so that it is told at once. Not thread safe. */
public final class FieldChecks {
  private final List<FieldProblem> problems = new ArrayList<>();

  public void problem(String path, String message) {
    problems.add(new FieldProblem(path, message));
  }

  /** A text that must not be longer than that, in code points. */
  public void maxLength(String path, @Nullable String value, int characters) {
    if (value != null && value.codePointCount(0, value.length()) > characters) {
      problem(path, "must have at most " + characters + " characters");
    }
  }

  public void throwIfAny() {
    if (!problems.isEmpty()) {
      throw MailboxException.validation(problems);
    }
  }
}
