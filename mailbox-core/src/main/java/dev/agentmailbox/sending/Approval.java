package dev.agentmailbox.sending;

import dev.agentmailbox.access.Scope;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An approval request for one send, bound to its exact bytes.
 *
 * @param id {@code apr_…}
 * @param scope the inbox of the send
 * @param decision null while pending
 */
public record Approval(
    String id, Scope scope, ApprovalRequest request, Status status, @Nullable Decision decision) {

  /** A pending approval. */
  public static Approval pending(String id, Scope scope, ApprovalRequest request) {
    return new Approval(id, scope, request, Status.PENDING, null);
  }

  /** The lower-case address of the inbox of the send. */
  public String inboxId() {
    return scope.id();
  }

  public String sendId() {
    return request.sendId();
  }

  public Instant requestedAt() {
    return request.requestedAt();
  }

  public Instant expiresAt() {
    return request.expiresAt();
  }

  /** When it was decided; null while pending. */
  /** When it expires; null once it is decided. */
  public @Nullable Instant pendingUntil() {
    return status == Status.PENDING ? expiresAt() : null;
  }

  public @Nullable Instant decidedAt() {
    return decision == null ? null : decision.at();
  }

  /** Who decided; null while pending and after expiry. */
  public @Nullable String decidedBy() {
    return decision == null ? null : decision.by();
  }

  /** The approver's note; null for none. */
  public @Nullable String note() {
    return decision == null ? null : decision.note();
  }

  /** This approval with its decision. */
  public Approval end(Status status, Decision decision) {
    return new Approval(id, scope, request, status, decision);
  }

  /**
   * How an approval ended.
   *
   * @param by who decided; null on expiry
   * @param note null for none
   */
  public record Decision(Instant at, @Nullable String by, @Nullable String note) {}

  /** Status of an approval. */
  public enum Status {
    PENDING,
    APPROVED,
    REJECTED,
    CANCELLED,
    EXPIRED;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
