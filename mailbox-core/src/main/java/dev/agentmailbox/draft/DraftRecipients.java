package dev.agentmailbox.draft;

import java.util.List;

/**
 * Whom a draft names, each address as its author wrote it. Every one of them was found to be an
 * address; there may be none yet.
 *
 * @param replyTo kept and shown; the service sets Reply-To itself when the mail is sent
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

  /** How many the mail would go to, repeated addresses included. */
  public int count() {
    return to.size() + cc.size() + bcc.size();
  }

  /** Says nothing of the addresses. */
  @Override
  public String toString() {
    return "DraftRecipients[" + count() + "]";
  }
}
