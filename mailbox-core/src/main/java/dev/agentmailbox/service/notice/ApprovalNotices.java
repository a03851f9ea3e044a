package dev.agentmailbox.service.notice;

import static dev.agentmailbox.port.sending.SendingTables.NOTICES;

import dev.agentmailbox.access.Role;
import dev.agentmailbox.account.NoticePolicy;
import dev.agentmailbox.account.WorkingHours;
import dev.agentmailbox.port.ApproverDirectory;
import dev.agentmailbox.port.ApproverDirectory.Approver;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.sending.Notice;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Decides who is notified when of a send that waits for approval: the first of a few minutes at
 * once, the others together at the end of them. Written in the transaction of the request and
 * delivered by {@link Notices}. Thread safe.
 */
public final class ApprovalNotices {
  /** Within this time, an organization's people get one notice at once and one of all others. */
  static final Duration DIGEST = Duration.ofMinutes(2);

  /** Follows the approval's id in {@link Notice#about} of a reminder. */
  static final String REMINDER = ".reminder";

  private final MailboxContext context;
  private final ApproverDirectory directory;

  public ApprovalNotices(MailboxContext context, ApproverDirectory directory) {
    this.context = context;
    this.directory = directory;
  }

  /** Writes the notices of a new approval. */
  public void write(StoreTransaction tx, Approval approval, NoticePolicy policy) {
    String organizationId = approval.scope().organizationId();
    List<Approver> approvers = directory.approvers(tx, organizationId);
    if (approvers.isEmpty()) {
      return;
    }
    Instant now = context.now();
    Instant first = slot(tx, organizationId, now);
    boolean ownersLater =
        policy.escalationHours() > 0
            && approvers.stream().anyMatch(one -> one.role() != Role.OWNER);
    for (Approver approver : approvers) {
      boolean later = ownersLater && approver.role() == Role.OWNER;
      Instant due =
          within(policy, later ? now.plus(Duration.ofHours(policy.escalationHours())) : first);
      insert(tx, approval, approval.id(), approver, due);
      if (policy.reminderHours() > 0) {
        Instant reminder = due.plus(Duration.ofHours(policy.reminderHours()));
        insert(tx, approval, approval.id() + REMINDER, approver, within(policy, reminder));
      }
    }
  }

  /** When to notify: now for the first request of a slot, at its end for the others. */
  private static Instant slot(StoreTransaction tx, String organizationId, Instant now) {
    long length = DIGEST.toMillis();
    long slot = now.toEpochMilli() / length;
    Instant end = Instant.ofEpochMilli((slot + 1) * length);
    boolean first = tx.receipts().note(organizationId, "approval_notice " + slot, now, end);
    return first ? now : end;
  }

  private static Instant within(NoticePolicy policy, Instant at) {
    WorkingHours hours = policy.workingHours();
    return hours == null ? at : hours.next(at);
  }

  private static void insert(
      StoreTransaction tx, Approval approval, String about, Approver approver, Instant due) {
    if (due.isBefore(approval.expiresAt())) {
      tx.table(NOTICES)
          .insert(new Notice(approval.scope().organizationId(), about, approver.address(), 0, due));
    }
  }
}
