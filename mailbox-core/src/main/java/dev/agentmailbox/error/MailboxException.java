package dev.agentmailbox.error;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request was refused. The only exception type that callers of the operations need to catch.
 *
 * <p>The message never holds mail content or a secret. Thread safe: immutable.
 */
public final class MailboxException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final transient List<FieldProblem> problems;
  private final transient Map<String, Object> details;
  private final @Nullable Duration retryAfter;
  private final @Nullable String fix;

  private MailboxException(
      ErrorCode code,
      String message,
      List<FieldProblem> problems,
      Map<String, Object> details,
      @Nullable Duration retryAfter,
      @Nullable String fix,
      @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
    this.problems = List.copyOf(problems);
    this.details = Map.copyOf(details);
    this.retryAfter = retryAfter;
    this.fix = fix;
  }

  /** A refusal with a code and one line of text. */
  public static MailboxException of(ErrorCode code, String message) {
    return new MailboxException(code, message, List.of(), Map.of(), null, null, null);
  }

  /** {@code validation_error} with every problem found. */
  public static MailboxException validation(List<FieldProblem> problems) {
    return new MailboxException(
        ErrorCode.VALIDATION_ERROR,
        problems.size() == 1
            ? problems.get(0).path() + ": " + problems.get(0).message()
            : problems.size() + " problems with the request",
        problems,
        Map.of(),
        null,
        null,
        null);
  }

  /** {@code validation_error} with one problem. */
  public static MailboxException validation(String path, String message) {
    return validation(List.of(new FieldProblem(path, message)));
  }

  /** {@code not_found}: missing and out of scope are the same answer. */
  public static MailboxException notFound(String what) {
    return of(ErrorCode.NOT_FOUND, what + " not found");
  }

  /** {@code conflict} with its {@code reason}. */
  public static MailboxException conflict(String reason, String message) {
    return of(ErrorCode.CONFLICT, message).with("reason", reason);
  }

  /** The same refusal with one more member in its body, for example {@code reason}. */
  public MailboxException with(String name, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(details);
    more.put(name, value);
    return new MailboxException(code, text(), problems, more, retryAfter, fix, getCause());
  }

  /** The same refusal with the time after which a repeat can succeed. */
  public MailboxException retryAfter(Duration wait) {
    return new MailboxException(code, text(), problems, details, wait, fix, getCause());
  }

  /** The same refusal with what caused it, for the log only. */
  public MailboxException causedBy(Throwable cause) {
    return new MailboxException(code, text(), problems, details, retryAfter, fix, cause);
  }

  /** The same refusal with a line that helps more than the one of its code. */
  public MailboxException fixedBy(String line) {
    return new MailboxException(code, text(), problems, details, retryAfter, line, getCause());
  }

  public ErrorCode code() {
    return code;
  }

  /** Every problem with the request's fields; empty unless the code is {@code validation_error}. */
  public List<FieldProblem> problems() {
    return problems;
  }

  /** Further members of the body by name, for example {@code reason}, {@code limit_bytes}. */
  public Map<String, Object> details() {
    return details;
  }

  /** What helps here; empty for what helps with every refusal of this code. */
  public Optional<String> fix() {
    return Optional.ofNullable(fix);
  }

  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  private String text() {
    return String.valueOf(getMessage());
  }
}
