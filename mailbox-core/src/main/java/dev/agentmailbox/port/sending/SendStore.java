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

/** Sends, and the outbox queue over them. */
public interface SendStore {
  void insert(Send send);

  Optional<Send> find(Scope scope, String sendId);

  /** As {@link #find}; locks the row until the transaction ends. */
  Optional<Send> lock(Scope scope, String sendId);

  /**
   * Writes all mutable fields. Changing {@code nextAttemptAt} ends the lease; keeping it leaves the
   * lease in place.
   */
  void update(Send send);

  /**
   * As {@link #update} if the row is as it was written or read; returns false, and writes nothing,
   * when it may be another.
   */
  boolean replace(Send before, Send send);

  /** Deletes the row. The caller deletes its approval and its content. */
  void delete(Scope scope, String sendId);

  /**
   * By (createdAt, id).
   *
   * @param status null for any
   */
  List<Send> list(Scope scope, @Nullable SendStatus status, PageRequest page);

  /**
   * Claims sends whose {@code nextAttemptAt} is due, oldest first, and leases them: no other call
   * returns them until {@code now + lease}. Concurrent calls never return the same send; a call may
   * return fewer than are due.
   */
  List<Send> claimDue(Instant now, Duration lease, int limit);

  /**
   * Makes sends due that are leased, or were claimed as they were written, and have no recorded
   * attempt. Only for the opening of a store that no other process can hold.
   */
  void endLeases(Instant now);

  /**
   * Makes sends that wait for this reason due at {@code now}; those already due are unchanged.
   *
   * @param where an organization or an inbox; null for all
   * @param reason as in {@link Send#deferredReason}
   * @param limit at most {@link PageRequest#MAX_LIMIT}
   * @return number changed; when it equals the limit, there may be more
   */
  int makeDue(@Nullable Scope where, String reason, Instant now, int limit);

  /** Counts the queue; reads an index of the sends that wait, not the table. */
  SendQueue queue();

  /**
   * Finds a send by its unique return path, to match bounces and reports.
   *
   * @param organizationId null for any, when the return path does not name its organization
   */
  Optional<Send> findByEnvelopeSender(@Nullable String organizationId, String envelopeSender);

  /**
   * The newest send of the inbox with this fingerprint, created at or after {@code since}, that
   * reached a recipient or still may: its status is not cancelled, blocked, rejected or failed.
   */
  Optional<Send> recentIdentical(Scope inbox, String fingerprint, Instant since);
}
