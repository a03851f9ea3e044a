package dev.agentmailbox.port.sending;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sends, and the outbox that is part of them. */
public interface SendStore {
  void insert(Send send);

  Optional<Send> find(Scope scope, String sendId);

  /** As {@link #find}, and the row stays locked until the transaction ends. */
  Optional<Send> lock(Scope scope, String sendId);

  /**
   * Writes everything that can change. Another {@code nextAttemptAt} than before ends the lease;
   * the same one leaves it to its holder.
   */
  void update(Send send);

  /**
   * By (createdAt, id); one item more than the limit when there are more.
   *
   * @param status null for all
   */
  List<Send> list(Scope scope, @Nullable SendStatus status, PageRequest page);

  /**
   * Takes sends whose {@code nextAttemptAt} has come, oldest first, and leases them: no other call
   * gets them before the lease ends. Never the same send twice; may return fewer than there are.
   */
  List<Send> claimDue(Instant now, Duration lease, int limit);

  /**
   * Makes sends that wait for that reason due now; those that are due already stay as they are.
   *
   * @param where an organization or an inbox; null for everywhere
   * @param reason as in {@link Send#deferredReason}
   * @param limit at most {@link PageRequest#MAX_LIMIT}
   * @return how many; when it is the limit, there may be more
   */
  int makeDue(@Nullable Scope where, String reason, Instant now, int limit);

  /** The send with this unique return path, in any organization: for reports that come back. */
  Optional<Send> findByEnvelopeSender(String envelopeSender);

  /**
   * The newest send of the inbox with this fingerprint since then that reached somebody or still
   * may: not one that was cancelled, blocked or rejected, or that failed for every recipient.
   */
  Optional<Send> recentIdentical(Scope inbox, String fingerprint, Instant since);
}
