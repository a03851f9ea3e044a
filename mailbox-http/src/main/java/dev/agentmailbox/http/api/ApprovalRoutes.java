package dev.agentmailbox.http.api;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.http.api.Paging.ListPage;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.Access;
import dev.agentmailbox.http.table.Call;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Reply;
import dev.agentmailbox.mime.ParsedAttachment;
import dev.agentmailbox.operation.Approvals;
import dev.agentmailbox.operation.PendingMail;
import dev.agentmailbox.sending.Approval;
import java.util.List;
import java.util.Optional;

/** What waits for a human, and the human's decision. */
final class ApprovalRoutes {
  private static final String TAG = "Approvals";
  private static final String ONE = "/v0/approvals/{approval_id}";
  private static final Field<Approval.Status> STATUS =
      Field.query(
          "status",
          Shapes.choice(List.of(Approval.Status.values()), Approval.Status::wireName),
          "Only approvals that stand there.");
  private static final Field<String> NOTE =
      Field.of(
          "note",
          Shapes.text(0, Approvals.MAX_NOTE_CHARACTERS),
          "The human's own words, shown with the approval.");

  private static final View<Approval> APPROVAL =
      View.<Approval>of("Approval")
          .text("approval_id", Approval::id, "")
          .text("send_id", Approval::sendId, "")
          .text("organization_id", Approval::organizationId, "")
          .text("pod_id", Approval::podId, "")
          .text("inbox_id", Approval::inboxId, "")
          .optionalText("thread_id", a -> Optional.ofNullable(a.threadId()), "")
          .text(
              "status",
              Shapes.choice(List.of(Approval.Status.values()), Approval.Status::wireName),
              a -> a.status().wireName(),
              "")
          .texts("flags", Approval::flags, "The risk flags of the mail.")
          .text(
              "content_hash",
              Approval::contentHash,
              "SHA-256 of the final message, which is what the decision is about.")
          .time("requested_at", Approval::requestedAt, "")
          .time("expires_at", Approval::expiresAt, "When it counts as rejected.")
          .optionalTime("decided_at", a -> Optional.ofNullable(a.decidedAt()), "")
          .optionalText("note", a -> Optional.ofNullable(a.note()), "")
          .build();
  private static final View<ListPage<Approval>> APPROVALS =
      Lists.of("ApprovalList", "approvals", APPROVAL);

  private static final View<ParsedAttachment> FILE =
      View.<ParsedAttachment>of("PendingAttachment")
          .optionalText("filename", file -> Optional.ofNullable(file.filename()), "")
          .count("size", ParsedAttachment::size, "Decoded bytes.")
          .text("content_type", ParsedAttachment::contentType, "")
          .build();
  private static final View<PendingMail> MESSAGE =
      View.<PendingMail>of("PendingMessage")
          .text("send_id", pending -> pending.send().id(), "")
          .text("content_hash", pending -> pending.send().contentHash(), "SHA-256 of its bytes.")
          .texts("from", pending -> MessageViews.displays(pending.mail().from()), "")
          .texts("to", pending -> MessageViews.displays(pending.mail().to()), "")
          .texts("cc", pending -> MessageViews.displays(pending.mail().cc()), "")
          .texts("bcc", PendingMail::blindCopies, "Not in the mail itself.")
          .optionalText("subject", pending -> Optional.ofNullable(pending.mail().subject()), "")
          .optionalText("text", pending -> Optional.ofNullable(pending.mail().text()), "")
          .optionalText("html", pending -> Optional.ofNullable(pending.mail().html()), "")
          .objects("attachments", FILE, pending -> pending.mail().attachments(), "")
          .build();

  private final Mailbox mailbox;
  private final Paging paging;

  ApprovalRoutes(Mailbox mailbox, Paging paging) {
    this.mailbox = mailbox;
    this.paging = paging;
  }

  List<Operation> rows() {
    return List.of(
        Operation.get("listApprovals", "/v0/approvals")
            .tag(TAG)
            .summary("Sends that wait for a human, or waited.")
            .permission(Permission.APPROVAL_READ)
            .tool("list_approvals")
            .fields(Paging.FIELDS)
            .field(STATUS)
            .answersOk(APPROVALS, "A page of approvals.")
            .handledBy(this::list),
        Operation.get("getApproval", ONE)
            .tag(TAG)
            .summary("One approval.")
            .permission(Permission.APPROVAL_READ)
            .field(Ids.APPROVAL)
            .answersOk(APPROVAL, "The approval.")
            .handledBy(
                call ->
                    Reply.ok(
                        APPROVAL, mailbox.approvals().get(call.caller(), call.get(Ids.APPROVAL)))),
        Operation.get("getApprovalMessage", ONE + "/message")
            .tag(TAG)
            .access(Access.HUMAN)
            .summary("The mail that waits, as its recipients would see it.")
            .field(Ids.APPROVAL)
            .answersOk(MESSAGE, "Read from the bytes that would leave.")
            .handledBy(
                call ->
                    Reply.ok(
                        MESSAGE,
                        mailbox.approvals().message(call.caller(), call.get(Ids.APPROVAL)))),
        decide("approveSend", "approve")
            .summary("Let the mail leave.")
            .description(
                "The checks that can have changed run again: the send leaves, waits or is blocked."
                    + " 409 conflict with reason already_decided or content_changed otherwise.")
            .handledBy(this::approve),
        decide("rejectSend", "reject")
            .summary("Do not let the mail leave.")
            .description("409 conflict with reason already_decided otherwise.")
            .handledBy(this::reject));
  }

  private static Operation.Builder decide(String id, String verb) {
    return Operation.post(id, ONE + "/" + verb)
        .tag(TAG)
        .access(Access.HUMAN)
        .bodyNamed("DecideRequest")
        .field(Ids.APPROVAL)
        .field(NOTE)
        .answersOk(APPROVAL, "The approval as it was decided.");
  }

  private Reply list(Call call) {
    return Reply.ok(
        APPROVALS,
        paging.answer(
            call,
            mailbox
                .approvals()
                .list(call.caller(), call.find(STATUS).orElse(null), paging.request(call))));
  }

  private Reply approve(Call call) {
    return Reply.ok(
        APPROVAL,
        mailbox
            .approvals()
            .approve(
                call.caller(),
                call.get(Ids.APPROVAL),
                call.find(NOTE).orElse(null),
                call.once(200, APPROVAL)));
  }

  private Reply reject(Call call) {
    return Reply.ok(
        APPROVAL,
        mailbox
            .approvals()
            .reject(
                call.caller(),
                call.get(Ids.APPROVAL),
                call.find(NOTE).orElse(null),
                call.once(200, APPROVAL)));
  }
}
