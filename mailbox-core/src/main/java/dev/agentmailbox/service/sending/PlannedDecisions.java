package dev.agentmailbox.service.sending;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.sending.Approval.Verb;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.release.Decisions;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decisions that take effect after some seconds and can be undone until then, whatever becomes of
 * the client that made them. {@link ApprovalDeadlines} carries them out. Thread safe.
 */
public final class PlannedDecisions {
  /** Longest time in which a decision can be undone. */
  public static final Duration MAX_UNDO = Duration.ofSeconds(60);

  private final Approvals approvals;
  private final Decisions decisions;
  private final SendContent content;

  PlannedDecisions(Approvals approvals, Decisions decisions, SendContent content) {
    this.approvals = approvals;
    this.decisions = decisions;
    this.content = content;
  }

  /**
   * Plans a decision. The approval stays pending; other decisions are refused unless it is undone.
   *
   * @param note null for none; required to send a message back
   * @param undo until it takes effect; at most {@link #MAX_UNDO}
   * @throws MailboxException {@code validation_error}, {@code conflict} with reason {@code
   *     already_decided} or {@code content_changed}
   */
  public Approval plan(
      Caller caller,
      String approvalId,
      Verb verb,
      @Nullable String note,
      Duration undo,
      IdempotentRequest<Approval> idempotency) {
    Approvals.check(caller, note);
    if (verb == Verb.RETURN && (note == null || note.isBlank())) {
      throw Approvals.noteMissing();
    }
    if (undo.isNegative() || undo.compareTo(MAX_UNDO) > 0) {
      throw MailboxException.validation(
          List.of(new FieldProblem("undo_seconds", "must be 0 to " + MAX_UNDO.toSeconds())));
    }
    if (verb == Verb.APPROVE) {
      content.requireUnchanged(approvals.pendingSend(caller, approvalId, idempotency));
    }
    Decisions.Decider decider = new Decisions.Decider(caller.id(), note);
    return approvals.decide(
        caller,
        approvalId,
        idempotency,
        (tx, locked) -> decisions.plan(tx, locked.send(), locked.approval(), verb, decider, undo));
  }

  /**
   * Undoes a planned decision, whoever made it. An approval without one is returned as it is.
   *
   * @throws MailboxException {@code conflict} with reason {@code already_decided} when it has taken
   *     effect
   */
  public Approval undo(Caller caller, String approvalId, IdempotentRequest<Approval> idempotency) {
    Access.requireHuman(caller);
    return approvals.decide(
        caller, approvalId, idempotency, (tx, locked) -> decisions.undo(tx, locked.approval()));
  }
}
