package dev.agentmailbox.sending;

import java.util.List;

/**
 * Results of policy checks and of later reports.
 *
 * @param flags risk flags
 * @param reasons why it was blocked
 * @param notes unverified reports, see {@link SendNote}
 */
public record SendFindings(List<String> flags, List<String> reasons, List<String> notes) {
  public SendFindings {
    flags = List.copyOf(flags);
    reasons = List.copyOf(reasons);
    notes = List.copyOf(notes);
  }

  /** Risk flags only. */
  public static SendFindings flagged(List<String> flags) {
    return new SendFindings(flags, List.of(), List.of());
  }
}
