package dev.agentmailbox.http.api.sending;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.http.api.common.Ids;
import dev.agentmailbox.http.api.common.Lists;
import dev.agentmailbox.http.api.common.Paging;
import dev.agentmailbox.http.api.common.Paging.ListPage;
import dev.agentmailbox.http.docs.KnownValues;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.Handler;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationBuilder;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.table.Trait;
import dev.agentmailbox.sending.Approval.Decision;
import dev.agentmailbox.sending.RecipientRole;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendEdit;
import dev.agentmailbox.sending.SendKind;
import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.sending.DryRun;
import dev.agentmailbox.service.sending.MailInput;
import dev.agentmailbox.service.sending.SendResult;
import dev.agentmailbox.service.sending.Sends;
import dev.agentmailbox.service.sending.release.CheckReport;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Sending, and the outcome of sends. */
public final class SendRoutes {
  private static final String TAG = "Sending";
  private static final String BASE = "/v0/inboxes/{inbox_id}/messages";

  /** Refusals of the send checks, but for that of header fields, which drafts are written with. */
  static final Set<ErrorCode> CHECKS =
      Set.of(
          ErrorCode.ACCOUNT_SUSPENDED,
          ErrorCode.DUPLICATE_SEND,
          ErrorCode.MESSAGE_TOO_LARGE,
          ErrorCode.SEND_BLOCKED,
          ErrorCode.SENDING_PAUSED,
          ErrorCode.THREAD_LOCKED);

  private static final Field<SendStatus> STATUS =
      Field.query(
          "status",
          Shapes.choice(List.of(SendStatus.values()), SendStatus::wireName),
          "Only sends with this status.");
  private static final Field<String> INBOX =
      Field.query("inbox_id", Shapes.inboxId(), "Only sends of this inbox.");

  private static final String CAPTURED =
      "true when the server has no relay and kept the mail instead of sending it; absent otherwise.";

  // spec SendResult.1, SendResult.2, SendResult.3, SendResult.4, SendResult.5, SendResult.6
  static final View<SendResult> RESULT =
      View.<SendResult>of("SendResult")
          .text("send_id", SendResult::sendId)
          .about("Identifier of the send; follow it with GET /v0/sends/{send_id}.")
          .optionalText("message_id", SendResult::messageId)
          .about("The sent copy; present when status is sent.")
          .optionalText("thread_id", SendResult::threadId)
          .about("Thread of the message; absent while it is not known.")
          .text(
              "status",
              Shapes.choice("sent", "sending", "scheduled", "pending_approval"),
              r -> r.status().wireName())
          .about(
              "sent: handed over. sending: hand-over in progress, also when every recipient was"
                  + " refused at once; see the send and its events for the outcome. scheduled:"
                  + " waits for send_at. pending_approval: waits for a human; do not send again.")
          .optionalTime("send_at", SendResult::sendAt)
          .about("When it will be sent; present when status is scheduled.")
          .optionalText("approval_id", SendResult::approvalId)
          .about(
              "The approval it waits for, which a human finds at /approvals/{approval_id} of the"
                  + " console; present when status is pending_approval.")
          .texts("flags", KnownValues.RISK_FLAG, SendResult::flags)
          .about("Risk flags that ask for approval; empty otherwise.")
          .optionalFlag("captured", SendResult::captured)
          .about(CAPTURED)
          .build();

  private static final View<SendRecipient> RECIPIENT =
      View.<SendRecipient>of("SendRecipient")
          .text("address", Shapes.foreign(), SendRecipient::address)
          .about("Recipient address.")
          .word("role", RecipientRole.values(), RecipientRole::wireName, SendRecipient::role)
          .about("Header in which the recipient stands: to, cc or bcc.")
          .word(
              "status", RecipientStatus.values(), RecipientStatus::wireName, SendRecipient::status)
          .about(
              "pending; sent: accepted by the next hop; delivered: confirmed by the recipient's"
                  + " server; bounced; complained: reported as spam; rejected: refused by the next"
                  + " hop.")
          .optionalText(
              "bounce_type",
              Shapes.choice("permanent", "transient"),
              recipient -> recipient.state().bounceType())
          .about("permanent or transient; absent unless bounced.")
          .optionalText("detail", Shapes.foreign(), SendRecipient::detail)
          .about(
              "Response of the receiving server or text of the bounce; absent when there is none.")
          .time("updated_at", recipient -> recipient.state().updatedAt())
          .build();

  private static final View<Send> RECORD =
      View.<Send>of("SendRecord")
          .text("send_id", Send::id)
          .text("organization_id", send -> send.scope().organizationId())
          .text("pod_id", send -> send.scope().podId())
          .text("inbox_id", Send::inboxId)
          .optionalText("thread_id", Send::threadId)
          .about("Thread of the message; absent while it is not known.")
          .optionalText("message_id", Send::messageId)
          .about("The sent copy; absent until handed over.")
          .optionalText("draft_id", send -> send.origin().draftId())
          .about("The draft it was made from; absent otherwise.")
          .word("kind", SendKind.values(), SendKind::wireName, send -> send.origin().kind())
          .about("The operation that created the send.")
          .word("status", SendStatus.values(), SendStatus::wireName, Send::status)
          .about(
              "pending_approval, scheduled and sending are intermediate; sent, cancelled,"
                  + " rejected (by a human), blocked (by a check) and failed are final.")
          .optionalText("subject", Shapes.foreign(), send -> send.mail().subject())
          .about("The subject; absent when there is none.")
          .objects("recipients", RECIPIENT, Send::recipients)
          .about("Outcome per recipient.")
          .texts("flags", KnownValues.RISK_FLAG, send -> send.findings().flags())
          .about("Risk flags that required approval; empty otherwise.")
          .texts("reasons", KnownValues.BLOCK_REASON, send -> send.findings().reasons())
          .about("Why it was blocked; empty otherwise.")
          .optionalFlag("captured", Send::captured)
          .about(CAPTURED)
          .texts("notes", KnownValues.SEND_NOTE, send -> send.findings().notes())
          .about("Reports about the message that could not be authenticated and changed nothing.")
          .optionalText("approval_id", send -> send.state().approvalId())
          .about("The approval it needs or needed; absent when none.")
          .optionalText("decided_by", send -> send.decision().map(Decision::by).orElse(null))
          .about("The human who decided about it; absent when nobody did.")
          .optionalTime("decided_at", send -> send.decision().map(Decision::at).orElse(null))
          .about("When it was decided or its approval expired; absent otherwise.")
          .optionalText("note", send -> send.decision().map(Decision::note).orElse(null))
          .about("Note of the human who decided; absent when there is none.")
          .flag("edited", send -> send.decision().map(Decision::edited).orElse(false))
          .about("Whether the human changed it: see GET /v0/sends/{send_id}/edit.")
          .flag("returned", send -> send.decision().map(Decision::returned).orElse(false))
          .about("Whether the human asks for another message, as the note says.")
          .optionalText(
              "deferred_reason",
              Shapes.choice(
                  "inbox_paused",
                  "thread_locked",
                  "daily_limit",
                  "org_suspended",
                  "sending_paused"),
              Send::deferredReason)
          .about("Why an accepted send waits; absent when it does not.")
          .count("attempts", Send::attempts)
          .about("Number of hand-over attempts.")
          .optionalTime("send_at", send -> send.times().sendAt())
          .about("Requested send time; absent when it was not scheduled.")
          .optionalTime("sent_at", send -> send.times().sentAt())
          .about("When it was handed over; absent before.")
          .time("created_at", Send::createdAt)
          .time("updated_at", send -> send.times().updatedAt())
          .build();
  private static final View<ListPage<Send>> RECORDS = Lists.of("SendList", "sends", RECORD);

  private static final View<SendEdit.Change> CHANGE =
      View.<SendEdit.Change>of("SendChange")
          .word("field", SendEdit.Field.values(), SendEdit.Field::wireName, SendEdit.Change::field)
          .about("The changed field.")
          .optionalText("before", Shapes.foreign(), SendEdit.Change::before)
          .about("What the author wrote; recipients separated by commas; absent when empty.")
          .optionalText("after", Shapes.foreign(), SendEdit.Change::after)
          .about("What the human made of it; absent when removed.")
          .build();
  private static final View<SendEdit> EDIT =
      View.<SendEdit>of("SendEdit")
          .text("send_id", SendEdit::sendId)
          .text("edited_by", SendEdit::by)
          .about("The human who changed it.")
          .time("edited_at", SendEdit::at)
          .about("When it was changed and approved.")
          .text("original_hash", SendEdit::originalHash)
          .about("SHA-256, in hexadecimal, of the message as its author had it composed.")
          .objects("changes", CHANGE, SendEdit::changes)
          .about("The changed fields, at least one.")
          .build();

  private static final View<CheckReport> CHECK =
      View.<CheckReport>of("SendCheck")
          .text("check", CheckReport::check)
          .about(
              "request, access, organization, idempotency, headers, size, locks, content,"
                  + " duplicate, daily_limit, platform or approval.")
          .flag("passed", CheckReport::passed)
          .about("False when the check refuses the message or asks for approval.")
          .optionalText("code", check -> check.error().map(ErrorCode::wireName).orElse(null))
          .about("Error code a send would be refused with; absent when it would not.")
          .texts("reasons", KnownValues.BLOCK_REASON, CheckReport::reasons)
          .about("Findings of the content check; empty for other checks.")
          .texts("flags", KnownValues.RISK_FLAG, CheckReport::flags)
          .about("Risk flags that require approval.")
          .objects("dictated", ApprovalRoutes.DICTATION, CheckReport::dictated)
          .about(
              "Recipients and links that this inbox knows only from mail from outside; of the"
                  + " approval check, and for callers that may read messages.")
          .build();
  private static final View<DryRun> DRY_RUN =
      View.<DryRun>of("SendDryRun")
          .word("would", DryRun.Would.values(), DryRun.Would::wireName, DryRun::would)
          .about("What a send would do now: be sent, wait for approval, or be refused.")
          .objects("checks", CHECK, DryRun::checks)
          .about("The twelve checks, in the order in which they run.")
          .build();

  private final Sends sends;
  private final Paging paging;

  public SendRoutes(Mailbox mailbox, Paging paging) {
    this.sends = mailbox.sends();
    this.paging = paging;
  }

  public List<Operation> rows() {
    return List.of(
        send(Operation.post("sendMessage", BASE + "/send").tool("send_message"))
            .summary("Send a new message.")
            .description(
                "To answer a message use reply, which keeps it in its thread. The checks may"
                    + " refuse the message or require approval: do not send again when status is"
                    + " pending_approval.")
            .fields(SendRequests.SEND)
            .handledBy(handler(this::submit, SendRequests::send)),
        ofMessage(
                Operation.post("replyToMessage", BASE + "/{message_id}/reply")
                    .tool("reply_to_message"))
            .summary("Reply to the author of a message.")
            .description("Goes to the From address, never to Reply-To.")
            .fields(SendRequests.REPLY)
            .handledBy(handler(this::submit, SendRequests::reply)),
        ofMessage(
                Operation.post("replyAllMessage", BASE + "/{message_id}/reply-all")
                    .tool("reply_all_message"))
            .summary("Reply to the author and all recipients of a message.")
            .fields(SendRequests.REPLY)
            .handledBy(handler(this::submit, SendRequests::replyAll)),
        ofMessage(
                Operation.post("forwardMessage", BASE + "/{message_id}/forward")
                    .tool("forward_message"))
            .permission(Permission.MESSAGE_READ)
            .summary("Forward a message with its attachments.")
            .description("text precedes the quoted original.")
            .fields(SendRequests.FORWARD)
            .handledBy(handler(this::submit, SendRequests::forward)),
        Operation.post("checkMessage", BASE + "/check")
            .tag(TAG)
            .summary("Run the send checks without sending.")
            .permission(Permission.MESSAGE_SEND)
            .tool("check_message")
            .field(Ids.INBOX)
            .fields(SendRequests.SEND)
            .bodySize(SendRequests.SIZE)
            .with(Trait.WITHOUT_IDEMPOTENCY)
            .answersOk(DRY_RUN, "The result of each check.")
            .handledBy(handler(this::check, SendRequests::send)),
        Operation.get("listSends", "/v0/sends")
            .tag(TAG)
            .summary("List the sends in scope, newest first.")
            .permission(Permission.MESSAGE_SEND)
            .fields(Paging.FIELDS)
            .field(STATUS)
            .field(INBOX)
            .answersOk(RECORDS, "A page of sends.")
            .handledBy(this::list),
        Operation.get("getSend", "/v0/sends/{send_id}")
            .tag(TAG)
            .summary("Read a send and its outcome for each recipient.")
            .description(
                "Poll while status is sending, scheduled or pending_approval, or follow events.")
            .permission(Permission.MESSAGE_SEND)
            .tool("get_send")
            .field(Ids.SEND)
            .answersOk(RECORD, "The send.")
            .handledBy(call -> Response.ok(RECORD, sends.get(call.caller(), call.get(Ids.SEND)))),
        Operation.get("getSendEdit", "/v0/sends/{send_id}/edit")
            .tag(TAG)
            .summary("Read what a human changed of a send before approving it.")
            .description("404 not_found when the send was not edited.")
            .permission(Permission.MESSAGE_SEND)
            .tool("get_send_edit")
            .field(Ids.SEND)
            .answersOk(EDIT, "The changes.")
            .handledBy(call -> Response.ok(EDIT, sends.edit(call.caller(), call.get(Ids.SEND)))),
        Operation.post("cancelSend", "/v0/sends/{send_id}/cancel")
            .tag(TAG)
            .summary("Cancel a send that is scheduled or waits for approval.")
            .description("409 conflict with reason already_sending or already_final otherwise.")
            .permission(Permission.MESSAGE_SEND)
            .tool("cancel_send")
            .field(Ids.SEND)
            .answersOk(RECORD, "The send.")
            .handledBy(
                call ->
                    Response.ok(
                        RECORD,
                        sends.cancel(call.caller(), call.get(Ids.SEND), call.once(200, RECORD)))));
  }

  private static OperationBuilder send(OperationBuilder row) {
    return row.tag(TAG)
        .permission(Permission.MESSAGE_SEND)
        .field(Ids.INBOX)
        .bodySize(SendRequests.SIZE)
        .errors(CHECKS)
        .errors(ErrorCode.INVALID_HEADER)
        .with(Trait.REQUIRES_IDEMPOTENCY_KEY)
        .answers(
            202, RESULT.shape(), "Accepted. Do not send again while status is pending_approval.");
  }

  /** A message that is held is answered or forwarded by a human only. */
  private static OperationBuilder ofMessage(OperationBuilder row) {
    return send(row).field(Ids.MESSAGE).errors(ErrorCode.HUMAN_REQUIRED);
  }

  private Handler handler(
      BiFunction<Request, MailInput, Response> action, Function<Request, MailInput> mail) {
    return Handler.of(
        call -> action.apply(call, mail.apply(call)), call -> sends.problems(mail.apply(call)));
  }

  private Response check(Request call, MailInput mail) {
    return Response.ok(DRY_RUN, sends.check(call.caller(), mail));
  }

  private Response submit(Request call, MailInput mail) {
    SendResult result = sends.submitAndWait(call.caller(), mail, call.once(202, RESULT));
    return Response.json(202, RESULT, result);
  }

  private Response list(Request call) {
    return Response.ok(
        RECORDS,
        paging.answer(
            call,
            sends.list(
                call.caller(),
                call.find(STATUS).orElse(null),
                call.find(INBOX).orElse(null),
                paging.request(call))));
  }
}
