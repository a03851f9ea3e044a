package dev.agentmailbox.http.api.sending;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.http.api.common.Ids;
import dev.agentmailbox.http.api.common.Lists;
import dev.agentmailbox.http.api.common.Paging;
import dev.agentmailbox.http.api.common.Paging.ListPage;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.Handler;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationBuilder;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.sending.RecipientRole;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendKind;
import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.sending.DryRun;
import dev.agentmailbox.service.sending.SendCommand;
import dev.agentmailbox.service.sending.SendResult;
import dev.agentmailbox.service.sending.release.CheckReport;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Sending, and the outcome of each send. */
public final class SendRoutes {
  private static final String TAG = "Sending";
  private static final String BASE = "/v0/inboxes/{inbox_id}/messages";
  private static final Field<SendStatus> STATUS =
      Field.query(
          "status",
          Shapes.choice(List.of(SendStatus.values()), SendStatus::wireName),
          "Only sends that stand there.");
  private static final Field<String> INBOX =
      Field.query("inbox_id", Shapes.text(), "Only sends of this inbox.");

  static final View<SendResult> RESULT =
      View.<SendResult>of("SendResult")
          .text("send_id", SendResult::sendId)
          .about("Follow it at GET /v0/sends/{send_id}.")
          .optionalText("message_id", SendResult::messageId)
          .about("Present when status is sent.")
          .optionalText("thread_id", SendResult::threadId)
          .text(
              "status",
              Shapes.choice("sent", "sending", "scheduled", "pending_approval"),
              r -> r.status().wireName())
          .about(
              "Also sending when every recipient was refused at once: the outcome is in the record"
                  + " and its events.")
          .optionalTime("send_at", SendResult::sendAt)
          .about("Present when status is scheduled.")
          .texts("flags", SendResult::flags)
          .about("Risk flags that ask for approval; empty otherwise.")
          .build();

  private static final View<SendRecipient> RECIPIENT =
      View.<SendRecipient>of("SendRecipient")
          .text("address", Shapes.foreign(), SendRecipient::address)
          .word("role", RecipientRole.values(), RecipientRole::wireName, SendRecipient::role)
          .word(
              "status", RecipientStatus.values(), RecipientStatus::wireName, SendRecipient::status)
          .optionalText(
              "bounce_type",
              Shapes.choice("permanent", "transient"),
              recipient -> recipient.state().bounceType())
          .optionalText("detail", Shapes.foreign(), SendRecipient::detail)
          .about("The next hop's own words.")
          .time("updated_at", recipient -> recipient.state().updatedAt())
          .build();

  private static final View<Send> RECORD =
      View.<Send>of("SendRecord")
          .text("send_id", Send::id)
          .text("organization_id", send -> send.scope().organizationId())
          .text("pod_id", send -> send.scope().podId())
          .text("inbox_id", Send::inboxId)
          .optionalText("thread_id", Send::threadId)
          .optionalText("message_id", Send::messageId)
          .about("The outbound copy, once it was handed over.")
          .optionalText("draft_id", send -> send.origin().draftId())
          .word("kind", SendKind.values(), SendKind::wireName, send -> send.origin().kind())
          .word("status", SendStatus.values(), SendStatus::wireName, Send::status)
          .objects("recipients", RECIPIENT, Send::recipients)
          .texts("flags", send -> send.findings().flags())
          .texts("reasons", send -> send.findings().reasons())
          .about("Why it was blocked.")
          .texts("notes", send -> send.findings().notes())
          .about(
              "What mail reported of it without showing that it may speak for the recipient,"
                  + " and so changed nothing: unproven_bounce, unproven_complaint.")
          .optionalText("approval_id", send -> send.state().approvalId())
          .optionalText(
              "deferred_reason",
              Shapes.choice(
                  "inbox_paused",
                  "thread_locked",
                  "daily_limit",
                  "org_suspended",
                  "sending_paused"),
              Send::deferredReason)
          .about("Why it waits.")
          .count("attempts", Send::attempts)
          .about("Hand-overs tried.")
          .optionalTime("send_at", send -> send.times().sendAt())
          .optionalTime("sent_at", send -> send.times().sentAt())
          .time("created_at", Send::createdAt)
          .time("updated_at", send -> send.times().updatedAt())
          .build();
  private static final View<ListPage<Send>> RECORDS = Lists.of("SendList", "sends", RECORD);

  private static final View<CheckReport> CHECK =
      View.<CheckReport>of("SendCheck")
          .text("check", CheckReport::check)
          .flag("passed", CheckReport::passed)
          .optionalText("code", check -> check.error().map(ErrorCode::wireName).orElse(null))
          .about("The error a send would be answered with.")
          .texts("reasons", CheckReport::reasons)
          .texts("flags", CheckReport::flags)
          .build();
  private static final View<DryRun> DRY_RUN =
      View.<DryRun>of("SendDryRun")
          .word("would", DryRun.Would.values(), DryRun.Would::wireName, DryRun::would)
          .objects("checks", CHECK, DryRun::checks)
          .about("The twelve checks in their order.")
          .build();

  private final Mailbox mailbox;
  private final Paging paging;

  public SendRoutes(Mailbox mailbox, Paging paging) {
    this.mailbox = mailbox;
    this.paging = paging;
  }

  public List<Operation> rows() {
    return List.of(
        send(Operation.post("sendMessage", BASE + "/send").tool("send_message"))
            .summary("Send a new mail from an inbox.")
            .description(
                "For an answer use reply, which keeps the conversation together. The checks may"
                    + " refuse it, or keep it for a human: status pending_approval must not be sent"
                    + " again.")
            .fields(SendRequests.SEND)
            .handledBy(handler(this::submit, SendRequests::send)),
        send(Operation.post("replyToMessage", BASE + "/{message_id}/reply")
                .tool("reply_to_message"))
            .summary("Answer the author of a message.")
            .description("To its From address, never to its Reply-To.")
            .field(Ids.MESSAGE)
            .fields(SendRequests.REPLY)
            .handledBy(handler(this::submit, SendRequests::reply)),
        send(Operation.post("replyAllMessage", BASE + "/{message_id}/reply-all")
                .tool("reply_all_message"))
            .summary("Answer the author and all recipients of a message.")
            .field(Ids.MESSAGE)
            .fields(SendRequests.REPLY)
            .handledBy(handler(this::submit, SendRequests::replyAll)),
        send(Operation.post("forwardMessage", BASE + "/{message_id}/forward")
                .tool("forward_message"))
            .permission(Permission.MESSAGE_READ)
            .summary("Pass a message on with its attachments.")
            .description("Text is put before the original, which is quoted.")
            .field(Ids.MESSAGE)
            .fields(SendRequests.FORWARD)
            .handledBy(handler(this::submit, SendRequests::forward)),
        Operation.post("checkMessage", BASE + "/check")
            .tag(TAG)
            .summary("What the release step would say to a send; changes nothing.")
            .permission(Permission.MESSAGE_SEND)
            .tool("check_message")
            .field(Ids.INBOX)
            .fields(SendRequests.SEND)
            .bodySize(SendRequests.SIZE)
            .withoutIdempotency()
            .answersOk(DRY_RUN, "Each check by itself.")
            .handledBy(handler(this::check, SendRequests::send)),
        Operation.get("listSends", "/v0/sends")
            .tag(TAG)
            .summary("Sends in scope, newest first.")
            .permission(Permission.MESSAGE_SEND)
            .fields(Paging.FIELDS)
            .field(STATUS)
            .field(INBOX)
            .answersOk(RECORDS, "A page of sends.")
            .handledBy(this::list),
        Operation.get("getSend", "/v0/sends/{send_id}")
            .tag(TAG)
            .summary("The outcome of a send, for each recipient.")
            .description("Ask again while its status is sending, scheduled or pending_approval.")
            .permission(Permission.MESSAGE_SEND)
            .tool("get_send")
            .field(Ids.SEND)
            .answersOk(RECORD, "The send.")
            .handledBy(
                call ->
                    Response.ok(RECORD, mailbox.sends().get(call.caller(), call.get(Ids.SEND)))),
        Operation.post("cancelSend", "/v0/sends/{send_id}/cancel")
            .tag(TAG)
            .summary("Take back a send that is scheduled or waits for approval.")
            .description("409 conflict with reason already_sending or already_final otherwise.")
            .permission(Permission.MESSAGE_SEND)
            .tool("cancel_send")
            .field(Ids.SEND)
            .answersOk(RECORD, "The send.")
            .handledBy(
                call ->
                    Response.ok(
                        RECORD,
                        mailbox
                            .sends()
                            .cancel(call.caller(), call.get(Ids.SEND), call.once(200, RECORD)))));
  }

  private static OperationBuilder send(OperationBuilder row) {
    return row.tag(TAG)
        .permission(Permission.MESSAGE_SEND)
        .field(Ids.INBOX)
        .bodySize(SendRequests.SIZE)
        .idempotencyKeyRequired()
        .answers(202, RESULT.shape(), "Accepted. pending_approval must not be sent again.");
  }

  private Handler handler(
      BiFunction<Request, SendCommand, Response> way, Function<Request, SendCommand> fields) {
    return Handler.of(
        call -> way.apply(call, fields.apply(call)),
        call -> mailbox.sends().problems(fields.apply(call)));
  }

  private Response check(Request call, SendCommand command) {
    return Response.ok(DRY_RUN, mailbox.sends().check(call.caller(), command));
  }

  private Response submit(Request call, SendCommand command) {
    SendResult result =
        mailbox.sends().submitAndWait(call.caller(), command, call.once(202, RESULT));
    return Response.json(202, RESULT, result);
  }

  private Response list(Request call) {
    return Response.ok(
        RECORDS,
        paging.answer(
            call,
            mailbox
                .sends()
                .list(
                    call.caller(),
                    call.find(STATUS).orElse(null),
                    call.find(INBOX).orElse(null),
                    paging.request(call))));
  }
}
