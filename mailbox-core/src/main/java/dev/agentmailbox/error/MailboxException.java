package dev.agentmailbox.error;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request was refused; the only exception type that callers of the services need to catch.
 *
 * <p>The message never contains mail content or secrets. Immutable.
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

  /** An error with this code and a one-line message. */
  public static MailboxException of(ErrorCode code, String message) {
    return new MailboxException(code, message, List.of(), Map.of(), null, null, null);
  }

  /** {@code validation_error} with all problems. */
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

  /** {@code not_found}; also for what exists outside the caller's scope. */
  public static MailboxException notFound(String what) {
    return of(ErrorCode.NOT_FOUND, what + " not found");
  }

  /** {@code conflict} with its {@code reason}. */
  public static MailboxException conflict(String reason, String message) {
    return of(ErrorCode.CONFLICT, message).with("reason", reason);
  }

  /** Adds a member to the error body, for example {@code reason}. */
  public MailboxException with(String name, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(details);
    more.put(name, value);
    return new MailboxException(code, text(), problems, more, retryAfter, fix, getCause());
  }

  /** Sets the time after which a retry can succeed. */
  public MailboxException retryAfter(Duration wait) {
    return new MailboxException(code, text(), problems, details, wait, fix, getCause());
  }

  /** Sets the cause, for the log only. */
  public MailboxException causedBy(Throwable cause) {
    return new MailboxException(code, text(), problems, details, retryAfter, fix, cause);
  }

  /** Sets a more specific hint than the default of the code. */
  public MailboxException fixedBy(String line) {
    return new MailboxException(code, text(), problems, details, retryAfter, line, getCause());
  }

  public ErrorCode code() {
    return code;
  }

  /** The validation errors; empty unless the code is {@code validation_error}. */
  public List<FieldProblem> problems() {
    return problems;
  }

  /** Further members of the error body by name, for example {@code limit_bytes}. */
  public Map<String, Object> details() {
    return details;
  }

  /** The specific hint; empty for the default of the code. */
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
