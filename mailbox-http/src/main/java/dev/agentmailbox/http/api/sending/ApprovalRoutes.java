package dev.agentmailbox.http.api.sending;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.FieldProblem;
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
import dev.agentmailbox.mime.read.ParsedAttachment;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.sending.Dictation;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.Approvals;
import dev.agentmailbox.service.sending.MailEdit;
import dev.agentmailbox.service.sending.PendingMail;
import dev.agentmailbox.service.sending.PlannedDecisions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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
          "Note for the record; the author of the message can read it.");
  private static final Field<String> REQUEST =
      Field.of(
              "note",
              Shapes.text(1, Approvals.MAX_NOTE_CHARACTERS),
              "What to change; the author of the message reads it.")
          .required();

  private static final Field<Long> UNDO_SECONDS =
      Field.of(
          "undo_seconds",
          Shapes.integer(0, PlannedDecisions.MAX_UNDO.toSeconds()),
          "The decision takes effect after so many seconds, and can be undone until then. Default:"
              + " 0, at once.");

  private static final View<Approval.Plan> PLAN =
      View.<Approval.Plan>of("PlannedDecision")
          .word(
              "status", Approval.Status.values(), Approval.Status::wireName, Approval.Plan::status)
          .about("Status that the approval gets: approved or rejected.")
          .flag("returned", plan -> plan.decision().returned())
          .about("Whether the message is sent back to its author.")
          .optionalText("decided_by", plan -> plan.decision().by())
          .about("The human who decided.")
          .time("undo_until", Approval.Plan::undoUntil)
          .about("When it takes effect.")
          .build();

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
          .optionalObject("planned", PLAN, Approval::plan)
          .about("A decision that can still be undone; absent when there is none.")
          .optionalTime("decided_at", Approval::decidedAt)
          .about("When it was decided; absent while pending.")
          .optionalText("decided_by", Approval::decidedBy)
          .about("The human who decided; absent while pending, after expiry, and when cancelled.")
          .optionalText("note", Approval::note)
          .about("Note of the human who decided; absent when there is none.")
          .flag("edited", Approval::edited)
          .about("Whether the human changed the message: see GET /v0/sends/{send_id}/edit.")
          .flag("returned", Approval::returned)
          .about("Whether it was rejected with a request for another message, as the note says.")
          .build();

  /** An approval with its send, if the caller may see it. */
  private record ApprovalView(Approval approval, Optional<Send> send, @Nullable String decider) {}

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
          .optionalText("decided_by_email", ApprovalView::decider)
          .about("Address of the human who decided; absent for keys.")
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
  static final View<Dictation> DICTATION =
      View.<Dictation>of("Dictation")
          .optionalText("recipient", one -> one.name(Dictation.Kind.RECIPIENT))
          .about("The recipient; absent when it is a link.")
          .optionalText("link_domain", one -> one.name(Dictation.Kind.LINK))
          .about("The registrable domain of the link; absent when it is a recipient.")
          .optionalText("message_id", Dictation::messageId)
          .about(
              "Newest message that names it; absent when that is a message that names more than is"
                  + " noted, or one of another inbox.")
          .optionalText("thread_id", Dictation::threadId)
          .about("Its thread.")
          .optionalText("from", Shapes.foreign(), Dictation::from)
          .about("Author of that message; absent when it has none.")
          .optionalTime("received_at", Dictation::receivedAt)
          .about("When it was received.")
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
          .objects("dictated", DICTATION, PendingMail::dictated)
          .about(
              "Recipients and links that this inbox knows only from mail from outside; the agent may"
                  + " do what that mail says.")
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
                    + " be blocked. With edit, the message is composed again and must pass all"
                    + " checks; when it does not, nothing changes. 409 conflict with reason"
                    + " already_decided or content_changed otherwise.")
            .field(NOTE)
            .field(UNDO_SECONDS)
            .field(SendRequests.EDIT)
            .bodyNamed("ApproveRequest")
            .bodySize(SendRequests.SIZE)
            .errors(SendRoutes.CHECKS)
            .errors(ErrorCode.INVALID_HEADER)
            .handledBy(this::approve),
        decide("rejectSend", "reject")
            .summary("Reject a send.")
            .description("409 conflict with reason already_decided otherwise.")
            .field(NOTE)
            .field(UNDO_SECONDS)
            .handledBy(this::reject),
        decide("returnSend", "return")
            .summary("Send a message back to its author with a note on what to change.")
            .description(
                "The send is rejected, with returned true; its author reads the note and sends"
                    + " another message with a new Idempotency-Key. 409 conflict with reason"
                    + " already_decided otherwise.")
            .field(REQUEST)
            .field(UNDO_SECONDS)
            .bodyNamed("ReturnRequest")
            .handledBy(this::sendBack),
        decision("undoDecision", "undo")
            .summary("Undo a decision that has not taken effect.")
            .description(
                "The approval is pending afterwards; one without a planned decision stays as it is."
                    + " 409 conflict with reason already_decided otherwise.")
            .answersOk(APPROVAL, "The pending approval.")
            .handledBy(
                call ->
                    Response.ok(
                        APPROVAL,
                        approvals
                            .planned()
                            .undo(
                                call.caller(), call.get(Ids.APPROVAL), call.once(200, APPROVAL)))));
  }

  private static OperationBuilder decision(String id, String verb) {
    return Operation.post(id, ONE + "/" + verb)
        .tag(TAG)
        .access(AccessRule.HUMAN)
        .with(Trait.WITHOUT_STEP_UP)
        .field(Ids.APPROVAL);
  }

  private static OperationBuilder decide(String id, String verb) {
    return decision(id, verb)
        .bodyNamed("DecideRequest")
        .answersOk(APPROVAL, "The decided approval; with undo_seconds, still pending.");
  }

  private Response list(Request call) {
    Page<Approval> page =
        approvals.list(call.caller(), call.find(STATUS).orElse(null), paging.request(call));
    return Response.ok(APPROVALS, paging.answer(call, page.map(views(call, page.items()))));
  }

  private Response get(Request call) {
    Approval approval = approvals.get(call.caller(), call.get(Ids.APPROVAL));
    return Response.ok(APPROVAL_ITEM, views(call, List.of(approval)).apply(approval));
  }

  private Function<Approval, ApprovalView> views(Request call, List<Approval> found) {
    Map<String, Send> sends = approvals.sends(call.caller(), found);
    Map<String, String> deciders = approvals.deciders(call.caller(), found);
    return approval ->
        new ApprovalView(
            approval,
            Optional.ofNullable(sends.get(approval.id())),
            Optional.ofNullable(approval.decidedBy()).map(deciders::get).orElse(null));
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
            file.named(file.partPath()), links.attachment(pending.send(), file.partPath())));
  }

  private Response approve(Request call) {
    Optional<MailEdit> edit = call.find(SendRequests.EDIT).map(SendRequests::edit);
    if (edit.isEmpty()) {
      return decide(call, Approval.Verb.APPROVE);
    }
    if (undo(call).isPresent()) {
      throw MailboxException.validation(
          List.of(new FieldProblem("undo_seconds", "must not be combined with edit")));
    }
    return Response.ok(
        APPROVAL,
        approvals.approve(
            call.caller(),
            call.get(Ids.APPROVAL),
            edit.get(),
            call.find(NOTE).orElse(null),
            call.once(200, APPROVAL)));
  }

  private Response reject(Request call) {
    return decide(call, Approval.Verb.REJECT);
  }

  private Response sendBack(Request call) {
    return decide(call, Approval.Verb.RETURN);
  }

  private Response decide(Request call, Approval.Verb verb) {
    Caller caller = call.caller();
    String id = call.get(Ids.APPROVAL);
    String note = call.find(verb == Approval.Verb.RETURN ? REQUEST : NOTE).orElse(null);
    IdempotentRequest<Approval> idempotency = call.once(200, APPROVAL);
    Optional<Duration> undo = undo(call);
    if (undo.isPresent()) {
      return Response.ok(
          APPROVAL, approvals.planned().plan(caller, id, verb, note, undo.get(), idempotency));
    }
    return Response.ok(
        APPROVAL,
        switch (verb) {
          case APPROVE -> approvals.approve(caller, id, note, idempotency);
          case REJECT -> approvals.reject(caller, id, note, idempotency);
          case RETURN -> approvals.sendBack(caller, id, call.get(REQUEST), idempotency);
        });
  }

  private static Optional<Duration> undo(Request call) {
    return call.find(UNDO_SECONDS).filter(seconds -> seconds > 0).map(Duration::ofSeconds);
  }
}
