package dev.agentmailbox.http.api.sending;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.api.common.Ids;
import dev.agentmailbox.http.api.common.Links;
import dev.agentmailbox.http.api.common.Lists;
import dev.agentmailbox.http.api.common.Paging;
import dev.agentmailbox.http.api.common.Paging.ListPage;
import dev.agentmailbox.http.api.message.MessageViews;
import dev.agentmailbox.http.api.message.RenderedViews;
import dev.agentmailbox.http.docs.KnownValues;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationBuilder;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.table.Trait;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.mime.read.ParsedAttachment;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.service.sending.Approvals;
import dev.agentmailbox.service.sending.PendingMail;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Approvals and their decisions. */
public final class ApprovalRoutes {
  private static final String TAG = "Approvals";
  private static final String ONE = "/v0/approvals/{approval_id}";
  private static final Field<Approval.Status> STATUS =
      Field.query(
          "status",
          Shapes.choice(List.of(Approval.Status.values()), Approval.Status::wireName),
          "Only approvals with this status.");
  private static final Field<String> NOTE =
      Field.of(
          "note",
          Shapes.text(0, Approvals.MAX_NOTE_CHARACTERS),
          "Note for the record, shown with the approval.");

  private static final View<Approval> APPROVAL =
      View.<Approval>of("Approval")
          .text("approval_id", Approval::id)
          .about("Identifier of the approval.")
          .text("send_id", Approval::sendId)
          .about("The send that waits.")
          .text("organization_id", approval -> approval.scope().organizationId())
          .text("pod_id", approval -> approval.scope().podId())
          .text("inbox_id", Approval::inboxId)
          .optionalText("thread_id", approval -> approval.request().threadId())
          .about("Thread of the message; absent when it starts one.")
          .word("status", Approval.Status.values(), Approval.Status::wireName, Approval::status)
          .about("pending until decided; cancelled with its send; expired at expires_at.")
          .texts("flags", KnownValues.RISK_FLAG, approval -> approval.request().flags())
          .about("Risk flags that required the approval.")
          .text("content_hash", approval -> approval.request().contentHash())
          .about("SHA-256, in hexadecimal, of the exact message to be approved.")
          .time("requested_at", Approval::requestedAt)
          .about("When approval was requested.")
          .time("expires_at", approval -> approval.request().expiresAt())
          .about("When the request is rejected automatically.")
          .optionalTime("decided_at", Approval::decidedAt)
          .about("When it was decided; absent while pending.")
          .optionalText("note", Approval::note)
          .about("Note of the human who decided; absent when there is none.")
          .build();

  /** An approval with its send, if the caller may see it. */
  private record ApprovalView(Approval approval, Optional<Send> send) {}

  private static final View<Send> MAIL =
      View.<Send>of("ApprovalMail")
          .texts("recipients", send -> send.recipients().stream().map(r -> r.address()).toList())
          .about("Recipient addresses, Bcc included.")
          .optionalText("subject", Shapes.foreign(), send -> send.mail().subject())
          .about("Subject; absent when there is none.")
          .build();
  private static final View<ApprovalView> APPROVAL_ITEM =
      View.<ApprovalView>of("ApprovalItem")
          .include(APPROVAL, ApprovalView::approval)
          .optionalObject("mail", MAIL, asked -> asked.send().orElse(null))
          .about("Recipients and subject of the send; absent for keys.")
          .build();
  private static final View<ListPage<ApprovalView>> APPROVALS =
      Lists.of("ApprovalList", "approvals", APPROVAL_ITEM);

  private static final View<ParsedAttachment> FILE =
      View.<ParsedAttachment>of("PendingAttachment")
          .text("attachment_id", ParsedAttachment::partPath)
          .about("Identifier within the message.")
          .optionalText("filename", Shapes.foreign(), ParsedAttachment::filename)
          .about("File name; absent when there is none.")
          .count("size", ParsedAttachment::size)
          .about("Bytes after decoding.")
          .text("content_type", Shapes.foreign(), ParsedAttachment::contentType)
          .about("Media type.")
          .build();
  private static final View<PendingMail> MESSAGE =
      View.<PendingMail>of("PendingMessage")
          .text("send_id", pending -> pending.send().id())
          .about("The send that waits.")
          .text("content_hash", pending -> pending.send().mail().contentHash())
          .about("SHA-256, in hexadecimal, of the exact message.")
          .texts(
              "from",
              Shapes.foreign(),
              pending -> MessageViews.displays(pending.mail().headers().from()))
          .about("Author, as `Name <address>` or a bare address.")
          .texts(
              "to",
              Shapes.foreign(),
              pending -> MessageViews.displays(pending.mail().headers().to()))
          .about("Recipients of the To header, likewise.")
          .texts(
              "cc",
              Shapes.foreign(),
              pending -> MessageViews.displays(pending.mail().headers().cc()))
          .about("Recipients of the Cc header, likewise.")
          .texts("bcc", Shapes.foreign(), PendingMail::blindCopies)
          .about("Blind recipients; not part of the message itself.")
          .optionalText("subject", Shapes.foreign(), pending -> pending.mail().headers().subject())
          .about("Subject; absent when there is none.")
          .optionalText("text", Shapes.foreign(), pending -> pending.mail().text())
          .about("Plain text body; absent when there is none.")
          .optionalText("html", Shapes.foreign(), pending -> pending.mail().html())
          .about(
              "HTML body, not sanitized; absent when there is none. Display rendered.html"
                  + " instead.")
          .objects("attachments", FILE, pending -> pending.mail().attachments())
          .about("Attached files, without their content.")
          .object("rendered", RenderedViews.RENDERED, PendingMail::rendered)
          .about("Sanitized for display.")
          .build();

  private final Approvals approvals;
  private final Paging paging;
  private final Links links;

  public ApprovalRoutes(Mailbox mailbox, Paging paging, Links links) {
    this.approvals = mailbox.approvals();
    this.paging = paging;
    this.links = links;
  }

  public List<Operation> rows() {
    return List.of(
        Operation.get("listApprovals", "/v0/approvals")
            .tag(TAG)
            .summary("List approvals, pending and decided.")
            .permission(Permission.APPROVAL_READ)
            .tool("list_approvals")
            .fields(Paging.FIELDS)
            .field(STATUS)
            .answersOk(APPROVALS, "A page of approvals.")
            .handledBy(this::list),
        Operation.get("getApproval", ONE)
            .tag(TAG)
            .summary("Read an approval.")
            .permission(Permission.APPROVAL_READ)
            .field(Ids.APPROVAL)
            .answersOk(APPROVAL_ITEM, "The approval.")
            .handledBy(this::get),
        Operation.get("getApprovalMessage", ONE + "/message")
            .tag(TAG)
            .access(AccessRule.HUMAN)
            .summary("Read the message to be approved, as its recipients would see it.")
            .field(Ids.APPROVAL)
            .errors(ErrorCode.GONE)
            .answersOk(MESSAGE, "Parsed from the exact message that would be sent.")
            .handledBy(
                call ->
                    Response.ok(MESSAGE, approvals.message(call.caller(), call.get(Ids.APPROVAL)))),
        Operation.get("getApprovalAttachment", ONE + "/attachments/{attachment_id}")
            .tag(TAG)
            .access(AccessRule.HUMAN)
            .summary("Create a download link for an attachment of the message to be approved.")
            .field(Ids.APPROVAL)
            .field(Ids.ATTACHMENT)
            .errors(ErrorCode.GONE)
            .answersOk(MessageViews.FILE, "A signed link, valid for one hour.")
            .handledBy(this::attachment),
        decide("approveSend", "approve")
            .summary("Approve a send.")
            .description(
                "The checks whose result may have changed run again, so the send may still wait or"
                    + " be blocked. 409 conflict with reason already_decided or content_changed"
                    + " otherwise.")
            .handledBy(this::approve),
        decide("rejectSend", "reject")
            .summary("Reject a send.")
            .description("409 conflict with reason already_decided otherwise.")
            .handledBy(this::reject));
  }

  private static OperationBuilder decide(String id, String verb) {
    return Operation.post(id, ONE + "/" + verb)
        .tag(TAG)
        .access(AccessRule.HUMAN)
        .with(Trait.WITHOUT_STEP_UP)
        .bodyNamed("DecideRequest")
        .field(Ids.APPROVAL)
        .field(NOTE)
        .answersOk(APPROVAL, "The decided approval.");
  }

  private Response list(Request call) {
    Page<Approval> page =
        approvals.list(call.caller(), call.find(STATUS).orElse(null), paging.request(call));
    Map<String, Send> sends = approvals.sends(call.caller(), page.items());
    return Response.ok(APPROVALS, paging.answer(call, page.map(approval -> view(approval, sends))));
  }

  private Response get(Request call) {
    Approval approval = approvals.get(call.caller(), call.get(Ids.APPROVAL));
    Map<String, Send> sends = approvals.sends(call.caller(), List.of(approval));
    return Response.ok(APPROVAL_ITEM, view(approval, sends));
  }

  private static ApprovalView view(Approval approval, Map<String, Send> sends) {
    return new ApprovalView(approval, Optional.ofNullable(sends.get(approval.id())));
  }

  private Response attachment(Request call) {
    PendingMail pending = approvals.message(call.caller(), call.get(Ids.APPROVAL));
    ParsedAttachment file =
        pending
            .file(call.get(Ids.ATTACHMENT))
            .orElseThrow(() -> MailboxException.notFound("attachment"));
    return Response.ok(
        MessageViews.FILE,
        new MessageViews.File(
            new Attachment(
                file.partPath(),
                file.partPath(),
                file.filename(),
                file.size(),
                file.contentType(),
                file.disposition(),
                file.contentId()),
            links.attachment(pending.send(), file.partPath())));
  }

  private Response approve(Request call) {
    return Response.ok(
        APPROVAL,
        approvals.approve(
            call.caller(),
            call.get(Ids.APPROVAL),
            call.find(NOTE).orElse(null),
            call.once(200, APPROVAL)));
  }

  private Response reject(Request call) {
    return Response.ok(
        APPROVAL,
        approvals.reject(
            call.caller(),
            call.get(Ids.APPROVAL),
            call.find(NOTE).orElse(null),
            call.once(200, APPROVAL)));
  }
}
