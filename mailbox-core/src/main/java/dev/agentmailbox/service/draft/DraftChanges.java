package dev.agentmailbox.service.draft;

import dev.agentmailbox.service.message.LabelChange;
import dev.agentmailbox.service.sending.MailInput;
import java.util.List;

/**
 * Changes of a draft.
 *
 * @param mail its fields that were set replace those of the draft, null clears; its attachments are
 *     added
 * @param removedAttachments ids of attachments of the draft
 */
public record DraftChanges(MailInput mail, List<String> removedAttachments, LabelChange labels) {
  public DraftChanges {
    removedAttachments = List.copyOf(removedAttachments);
  }

  /** Changes of fields, and attachments to add. */
  public static DraftChanges of(MailInput mail) {
    return new DraftChanges(mail, List.of(), new LabelChange(List.of(), List.of()));
  }

  public DraftChanges removing(List<String> attachmentIds) {
    return new DraftChanges(mail, attachmentIds, labels);
  }

  public DraftChanges labels(LabelChange change) {
    return new DraftChanges(mail, removedAttachments, change);
  }

  boolean isEmpty() {
    return mail.changed().isEmpty()
        && mail.content().attachments().isEmpty()
        && removedAttachments.isEmpty()
        && labels.add().isEmpty()
        && labels.remove().isEmpty();
  }
}
