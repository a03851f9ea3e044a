package dev.agentmailbox.draft;

import java.util.List;

/**
 * Recipients of a draft, as written by the author. All are valid addresses; there may be none.
 *
 * @param replyTo stored and shown only; the service sets Reply-To when the mail is sent
 */
public record DraftRecipients(
    List<String> to, List<String> cc, List<String> bcc, List<String> replyTo) {
  public static final DraftRecipients NONE =
      new DraftRecipients(List.of(), List.of(), List.of(), List.of());

  public DraftRecipients {
    to = List.copyOf(to);
    cc = List.copyOf(cc);
    bcc = List.copyOf(bcc);
    replyTo = List.copyOf(replyTo);
  }

  /** Number of recipients, duplicates included. */
  public int count() {
    return to.size() + cc.size() + bcc.size();
  }

  /** Omits the addresses. */
  @Override
  public String toString() {
    return "DraftRecipients[" + count() + "]";
  }
}
