package dev.agentmailbox.sending;

import java.util.List;

/**
 * Recipients as their author wrote them; there may be none. Those of a stored draft are valid.
 *
 * @param replyTo stored and shown only; the service sets Reply-To when the mail is sent
 */
public record WrittenRecipients(
    List<String> to, List<String> cc, List<String> bcc, List<String> replyTo) {
  public static final WrittenRecipients NONE =
      new WrittenRecipients(List.of(), List.of(), List.of(), List.of());

  public WrittenRecipients {
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
    return "WrittenRecipients[" + count() + "]";
  }
}
