package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.sending.Dictation;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Result of one check in a dry run.
 *
 * @param number in the specification's table, 1 to 12
 * @param check name
 * @param passed false when it refuses or requires approval
 * @param dictated recipients and links that only strangers' mail names; of the approval check
 * @param code error code of the send; null when the check does not refuse
 */
public record CheckReport(
    int number,
    String check,
    boolean passed,
    @Nullable ErrorCode code,
    List<String> reasons,
    List<String> flags,
    List<Dictation> dictated) {
  public CheckReport {
    reasons = List.copyOf(reasons);
    flags = List.copyOf(flags);
    dictated = List.copyOf(dictated);
  }

  /** The same for a caller that may not read messages. */
  public CheckReport withoutSources() {
    return new CheckReport(number, check, passed, code, reasons, flags, List.of());
  }

  public Optional<ErrorCode> error() {
    return Optional.ofNullable(code);
  }
}
