package dev.agentmailbox.service.sending;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A mail as a caller writes it, to be sent or kept as a draft; nothing is checked yet.
 *
 * @param labels custom labels
 * @param sendAt when it is to leave; null for at once
 */
public record MailInput(
    Recipients recipients,
    @Nullable String subject,
    @Nullable String text,
    @Nullable String html,
    List<AttachmentInput> attachments,
    List<String> labels,
    @Nullable Instant sendAt) {
  public MailInput {
    attachments = List.copyOf(attachments);
    labels = List.copyOf(labels);
  }

  /** Addresses as the caller wrote them; there may be none. */
  public record Recipients(List<String> to, List<String> cc, List<String> bcc) {
    public Recipients {
      to = List.copyOf(to);
      cc = List.copyOf(cc);
      bcc = List.copyOf(bcc);
    }

    /** How many the mail would go to, repeated addresses included. */
    public int count() {
      return to.size() + cc.size() + bcc.size();
    }

    /** Omits the addresses. */
    @Override
    public String toString() {
      return "Recipients[" + count() + "]";
    }
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "MailInput[…]";
  }
}
