package dev.agentmailbox.port.sending;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.draft.DraftBody;
import dev.agentmailbox.page.PageRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Drafts. The status in {@link Draft#submission} is that of the send at the time of the read: it is
 * joined from the send, not stored with the draft.
 */
public interface DraftStore {
  /**
   * Adds a draft and a reference to the content of each of its attachments.
   *
   * @return false when the client id is taken within the inbox
   */
  boolean insert(Draft draft, DraftBody body);

  Optional<Draft> find(Scope scope, String draftId);

  /** As {@link #find}; locks the row until the transaction ends. */
  Optional<Draft> lock(Scope scope, String draftId);

  Optional<DraftBody> body(Scope scope, String draftId);

  /** Within the inbox. */
  Optional<Draft> findByClientId(Scope inbox, String clientId);

  /** Finds the draft that has this attachment. */
  Optional<Draft> findByAttachment(Scope scope, String attachmentId);

  /**
   * A page of drafts by (createdAt, id), without bodies.
   *
   * @param from created at or after; null for unbounded
   * @param before created before; null for unbounded
   */
  List<Draft> list(Scope scope, @Nullable Instant from, @Nullable Instant before, PageRequest page);

  /**
   * Writes everything the author can change, including the references to attachment content, but
   * not the submission. Does nothing when the draft was deleted.
   */
  void update(Draft draft, DraftBody body);

  /** Writes the submission's send id and updatedAt. */
  void submit(Draft draft);

  /** Deletes the draft, its body and its content references. The caller deletes the content. */
  void delete(Scope scope, String draftId);
}
