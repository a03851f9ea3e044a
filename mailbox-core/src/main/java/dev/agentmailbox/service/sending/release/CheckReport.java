package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.error.ErrorCode;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One line of a dry run.
 *
 * @param number place in the specification's table, 1 to 12
 * @param check name of the check
 * @param passed false when it refuses, or asks for approval
 * @param code the error the send would be answered with; null when it does not refuse
 */
public record CheckReport(
    int number,
    String check,
    boolean passed,
    @Nullable ErrorCode code,
    List<String> reasons,
    List<String> flags) {
  public CheckReport {
    reasons = List.copyOf(reasons);
    flags = List.copyOf(flags);
  }

  public Optional<ErrorCode> error() {
    return Optional.ofNullable(code);
  }
}
