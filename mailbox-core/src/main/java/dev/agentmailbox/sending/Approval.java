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
 * @param plan the decision that ends it unless undone; null for none
 */
public record Approval(
    String id,
    Scope scope,
    ApprovalRequest request,
    Status status,
    @Nullable Decision decision,
    @Nullable Plan plan) {

  /** A pending approval. */
  public static Approval pending(String id, Scope scope, ApprovalRequest request) {
    return new Approval(id, scope, request, Status.PENDING, null, null);
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

  /** When it ends by itself, as planned or by expiry; null once it is decided. */
  public @Nullable Instant pendingUntil() {
    if (status != Status.PENDING) {
      return null;
    }
    return plan == null ? expiresAt() : plan.undoUntil();
  }

  /** When it was decided; null while pending. */
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

  /** Whether a human changed the mail before approving it. */
  public boolean edited() {
    return decision != null && decision.edited();
  }

  /** Whether a human sent the mail back to its author. */
  public boolean returned() {
    return decision != null && decision.returned();
  }

  /** This approval with its decision. */
  public Approval end(Status status, Decision decision) {
    return new Approval(id, scope, request, status, decision, null);
  }

  /** This pending approval with the decision that will end it; null for none. */
  public Approval planned(@Nullable Plan plan) {
    return new Approval(id, scope, request, status, decision, plan);
  }

  /** This approval of other bytes. */
  public Approval of(ApprovalRequest changed) {
    return new Approval(id, scope, changed, status, decision, plan);
  }

  /**
   * A decision that takes effect later.
   *
   * @param decision as made
   * @param undoUntil when it takes effect
   */
  public record Plan(Status status, Decision decision, Instant undoUntil) {}

  /**
   * How an approval ended.
   *
   * @param by who decided; null on expiry
   * @param note null for none
   * @param edited approved after a change of the mail
   * @param returned rejected, with a note of what its author shall change
   */
  public record Decision(
      Instant at, @Nullable String by, @Nullable String note, boolean edited, boolean returned) {
    /** A decision about the mail as it is. */
    public static Decision of(Instant at, @Nullable String by, @Nullable String note) {
      return new Decision(at, by, note, false, false);
    }
  }

  /** What a human may decide. */
  public enum Verb {
    APPROVE(Status.APPROVED),
    REJECT(Status.REJECTED),
    RETURN(Status.REJECTED);

    private final Status status;

    Verb(Status status) {
      this.status = status;
    }

    /** The status that it gives. */
    public Status status() {
      return status;
    }
  }

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
