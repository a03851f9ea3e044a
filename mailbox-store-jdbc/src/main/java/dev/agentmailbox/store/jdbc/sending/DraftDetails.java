package dev.agentmailbox.store.jdbc.sending;

import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.draft.DraftAttachment;
import dev.agentmailbox.draft.DraftOrigin;
import dev.agentmailbox.draft.DraftRecipients;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The part of a draft that is read and written as a whole and never searched by. */
record DraftDetails(
    DraftRecipients recipients,
    @Nullable String subject,
    @Nullable String preview,
    List<DraftAttachment> attachments,
    @Nullable DraftOrigin origin,
    @Nullable Instant sendAt) {
  static DraftDetails of(Draft draft) {
    return new DraftDetails(
        draft.recipients(),
        draft.subject(),
        draft.preview(),
        draft.attachments(),
        draft.origin(),
        draft.sendAt());
  }
}
