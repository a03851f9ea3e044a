package dev.agentmailbox.service.record;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.draft.DraftAttachment;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.usage.Counter;
import java.util.List;

/** Deletes a draft within a transaction and releases its storage. Thread safe. */
public final class DraftRemoval {
  private final MailboxContext context;

  public DraftRemoval(MailboxContext context) {
    this.context = context;
  }

  /**
   * Deletes the draft.
   *
   * @return keys of its content, to be deleted after the commit ({@link ContentRemoval})
   */
  public List<String> remove(StoreTransaction tx, Draft draft) {
    tx.drafts().delete(draft.scope(), draft.id());
    countStorage(tx, draft, -draft.size());
    return draft.content().attachments().stream().map(DraftAttachment::contentKey).toList();
  }

  /**
   * Deletes the draft that a send was made from, once the send was handed over.
   *
   * @return as {@link #remove}; empty when there is no draft
   */
  public List<String> removeSent(StoreTransaction tx, Send send) {
    String draftId = send.origin().draftId();
    if (draftId == null || send.status() != SendStatus.SENT) {
      return List.of();
    }
    Scope inbox = send.scope();
    return tx.drafts()
        .lock(inbox, draftId)
        .filter(draft -> draft.submission() != null && draft.submission().isOf(send))
        .map(draft -> remove(tx, draft))
        .orElse(List.of());
  }

  /** Adds to the stored bytes of the draft's inbox; negative to subtract. */
  public void countStorage(StoreTransaction tx, Draft draft, long bytes) {
    if (bytes == 0) {
      return;
    }
    tx.inboxes().addStoredBytes(draft.scope(), bytes);
    tx.count(
        draft.scope().organizationId(),
        draft.scope().podId(),
        draft.inboxId(),
        context.today(),
        bytes < 0 ? Counter.REMOVED_BYTES : Counter.STORAGE_BYTES,
        Math.abs(bytes));
  }
}
