package dev.agentmailbox.port.sending;

import static dev.agentmailbox.port.table.Column.number;
import static dev.agentmailbox.port.table.Column.object;
import static dev.agentmailbox.port.table.Column.text;
import static dev.agentmailbox.port.table.Column.time;
import static dev.agentmailbox.port.table.Columns.columns;

import dev.agentmailbox.port.table.Index;
import dev.agentmailbox.port.table.ScopedList;
import dev.agentmailbox.port.table.TableSpec;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.sending.Notice;
import dev.agentmailbox.sending.SendEdit;

/** Tables of approvals and of the service's own mail. */
public final class SendingTables {
  /** By the name of the status. */
  public static final ScopedList<Approval> APPROVAL_LIST =
      ScopedList.of(", status", "requested_at, approval_id");

  /** Pending approvals. */
  public static final Index<Approval> APPROVAL_EXPIRY =
      Index.list("", "pending_until, approval_id");

  /** Approval requests. */
  public static final TableSpec<Approval> APPROVALS =
      columns(
              (Approval details) -> details,
              object("details", Approval.class, (Approval approval) -> approval))
          .and(text("org_id", approval -> approval.scope().organizationId()))
          .and(text("approval_id", Approval::id))
          .and(text("pod_id", approval -> approval.scope().podId()))
          .and(text("inbox_id", Approval::inboxId))
          .and(text("status", approval -> approval.status().name()))
          .and(time("pending_until", Approval::pendingUntil))
          .and(time("requested_at", Approval::requestedAt))
          .table("approval", "org_id, approval_id")
          .list(APPROVAL_LIST)
          .list(APPROVAL_EXPIRY);

  public static final Index<Notice> NOTICES_DUE = Index.list("", "due_at, approval_id, address");

  /** Outbox of the service's own mail to humans; a lease moves the time at which one is due. */
  public static final TableSpec<Notice> NOTICES =
      columns(
              Notice::new,
              text("org_id", Notice::organizationId),
              text("approval_id", Notice::about),
              text("address", Notice::address),
              number("attempts", Notice::attempts),
              time("due_at", Notice::dueAt))
          .table("approval_notice", "org_id, approval_id, address")
          .list(NOTICES_DUE);

  public static final Index<SendEdit> EDITS_OF_INBOX = Index.list("org_id, inbox_id", "send_id");

  /** What humans changed of sends. */
  public static final TableSpec<SendEdit> EDITS =
      columns(
              (SendEdit details) -> details,
              object("details", SendEdit.class, (SendEdit edit) -> edit))
          .and(text("org_id", edit -> edit.scope().organizationId()))
          .and(text("send_id", SendEdit::sendId))
          .and(text("inbox_id", edit -> edit.scope().id()))
          .table("send_edit", "org_id, send_id")
          .list(EDITS_OF_INBOX);

  private SendingTables() {}
}
