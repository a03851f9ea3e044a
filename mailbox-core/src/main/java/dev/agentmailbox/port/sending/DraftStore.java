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
 * Drafts. A draft read here tells where its last send stands at that moment: the send's status is
 * not kept with the draft, so nobody has to carry it over.
 */
public interface DraftStore {
  /**
   * Adds a draft and names the content of its attachments.
   *
   * @return false when the client id is taken within the inbox; of two at once exactly one gets
   *     true
   */
  boolean insert(Draft draft, DraftBody body);

  Optional<Draft> find(Scope scope, String draftId);

  /** As {@link #find}, and the row stays locked until the transaction ends. */
  Optional<Draft> lock(Scope scope, String draftId);

  Optional<DraftBody> body(Scope scope, String draftId);

  /** Within the inbox. */
  Optional<Draft> findByClientId(Scope inbox, String clientId);

  /** The draft that has this attachment. */
  Optional<Draft> findByAttachment(Scope scope, String attachmentId);

  /**
   * One index range by (createdAt, id), without bodies.
   *
   * @param from made at or after; null for no bound
   * @param before made before; null for no bound
   * @return at most {@code page.limit()} + 1 drafts
   */
  List<Draft> list(Scope scope, @Nullable Instant from, @Nullable Instant before, PageRequest page);

  /**
   * Writes everything its author may change, and which content its attachments name from now on; a
   * draft that is gone stays gone. Its submission is left as it is.
   */
  void update(Draft draft, DraftBody body);

  /** Writes the id of its submission and updatedAt. */
  void submit(Draft draft);

  /** Removes the draft, its body and the names of its content; the content is the caller's. */
  void delete(Scope scope, String draftId);
}
