package dev.agentmailbox.service.sending;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A mail as given by the caller, to be sent or saved as a draft; not validated.
 *
 * @param labels custom labels
 * @param sendAt scheduled time; null for immediately
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

  /** Addresses as given by the caller; possibly none. */
  public record Recipients(List<String> to, List<String> cc, List<String> bcc) {
    public Recipients {
      to = List.copyOf(to);
      cc = List.copyOf(cc);
      bcc = List.copyOf(bcc);
    }

    /** Number of recipients, duplicates included. */
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
