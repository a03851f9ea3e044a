package dev.agentmailbox.sending;

import java.util.List;

/**
 * What the checks and later reports said of a send.
 *
 * @param flags risk flags
 * @param reasons why it was blocked
 * @param notes what was reported and could not be shown, of a fixed set of words: {@link SendNote}
 */
public record SendFindings(List<String> flags, List<String> reasons, List<String> notes) {
  public SendFindings {
    flags = List.copyOf(flags);
    reasons = List.copyOf(reasons);
    notes = List.copyOf(notes);
  }

  /** Risk flags, and nothing else yet. */
  public static SendFindings flagged(List<String> flags) {
    return new SendFindings(flags, List.of(), List.of());
  }
}
