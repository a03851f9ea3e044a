package dev.agentmailbox.http.api.sending;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.api.common.Filters;
import dev.agentmailbox.http.api.common.Ids;
import dev.agentmailbox.http.api.common.Links;
import dev.agentmailbox.http.api.common.Paging;
import dev.agentmailbox.http.api.common.ScopePath;
import dev.agentmailbox.http.api.message.LabelFields;
import dev.agentmailbox.http.api.message.MessageViews;
import dev.agentmailbox.http.api.message.RenderedViews;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Handler;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationBuilder;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.table.Trait;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.service.draft.Drafts;
import dev.agentmailbox.service.sending.SendResult;
import java.util.ArrayList;
import java.util.List;

/** Drafts: listed per scope, pod or inbox; written and sent per inbox. */
public final class DraftRoutes {
  private static final String TAG = "Drafts";
  private static final String BASE = "/v0/inboxes/{inbox_id}/drafts";

  private final Drafts drafts;
  private final Paging paging;
  private final Links links;

  public DraftRoutes(Mailbox mailbox, Paging paging, Links links) {
    this.drafts = mailbox.drafts();
    this.paging = paging;
    this.links = links;
  }

  public List<Operation> rows() {
    List<Operation> rows = new ArrayList<>();
    ScopePath.ALL.forEach(level -> rows.addAll(reads(level)));
    rows.add(rendered(ScopePath.ALL.get(0)));
    rows.addAll(writes());
    return rows;
  }

  private static String path(ScopePath level) {
    return level.path() + "/drafts";
  }

  private List<Operation> reads(ScopePath level) {
    OperationBuilder list = Operation.get("list" + level.name() + "Drafts", path(level));
    OperationBuilder get =
        Operation.get("get" + level.name() + "Draft", path(level) + "/{draft_id}");
    if (level.name().isEmpty()) {
      list.tool("list_drafts");
      get.tool("get_draft");
    }
    return List.of(
        read(list, level)
            .fields(level.ofLists())
            .summary("List drafts, newest first.")
            .fields(Paging.FIELDS)
            .fields(Filters.DRAFTS)
            .answersOk(DraftViews.ITEMS, "A page of drafts.")
            .handledBy(call -> list(call, level)),
        read(get, level)
            .summary("Read a draft with its bodies.")
            .field(Ids.DRAFT)
            .answersOk(DraftViews.DRAFT, "The draft.")
            .handledBy(call -> get(call, level)),
        read(
                Operation.get(
                    "get" + level.name() + "DraftAttachment",
                    path(level) + "/{draft_id}/attachments/{attachment_id}"),
                level)
            .summary("Create a download link for an attachment of a draft.")
            .field(Ids.DRAFT)
            .field(Ids.ATTACHMENT)
            .answersOk(MessageViews.FILE, "A signed link, valid for one hour.")
            .handledBy(call -> attachment(call, level)));
  }

  private Operation rendered(ScopePath level) {
    return Operation.get("getRenderedDraft", path(level) + "/{draft_id}/rendered")
        .tag(TAG)
        .access(AccessRule.HUMAN)
        .summary("Read a draft sanitized for display.")
        .field(Ids.DRAFT)
        .answersOk(
            RenderedViews.RENDERED, "The HTML has no scripts and loads nothing from the network.")
        .handledBy(
            call ->
                Response.ok(
                    RenderedViews.RENDERED,
                    drafts
                        .get(call.caller(), within(call, level), call.get(Ids.DRAFT))
                        .rendered()));
  }

  private static OperationBuilder read(OperationBuilder row, ScopePath level) {
    return row.tag(TAG).permission(Permission.DRAFT_READ).fields(level.fields());
  }

  private List<Operation> writes() {
    return List.of(
        write(Operation.post("createDraft", BASE).tool("create_draft"), Permission.DRAFT_CREATE)
            .summary("Create a draft of a new message, a reply or a forward.")
            .description(
                "Nothing is sent or scheduled until the draft is sent. Addresses and files are"
                    + " validated now, the send checks run only then. A reply without recipients"
                    + " or subject gets those it will be sent with.")
            .fields(DraftRequests.CREATE)
            .bodySize(SendRequests.SIZE)
            .errors(ErrorCode.HUMAN_REQUIRED, ErrorCode.INVALID_HEADER, ErrorCode.MESSAGE_TOO_LARGE)
            .answersOk(DraftViews.DRAFT, "The draft.")
            .handledBy(
                Handler.of(this::create, call -> drafts.problems(DraftRequests.create(call)))),
        write(
                Operation.patch("updateDraft", BASE + "/{draft_id}").tool("update_draft"),
                Permission.DRAFT_UPDATE)
            .summary("Change recipients, text, files or send time of a draft.")
            .description(
                "409 conflict with reason send_waiting while a send of it waits or is in progress."
                    + " null clears subject, text, html or send_at.")
            .field(Ids.DRAFT)
            .fields(DraftRequests.UPDATE)
            .bodySize(SendRequests.SIZE)
            .errors(ErrorCode.CONFLICT, ErrorCode.HUMAN_REQUIRED)
            .errors(ErrorCode.INVALID_HEADER, ErrorCode.MESSAGE_TOO_LARGE)
            .answersOk(DraftViews.DRAFT, "The changed draft.")
            .handledBy(
                Handler.of(this::update, call -> drafts.problems(DraftRequests.update(call)))),
        write(
                Operation.delete("deleteDraft", BASE + "/{draft_id}").tool("delete_draft"),
                Permission.DRAFT_DELETE)
            .summary("Delete a draft with its attachments.")
            .description(
                "Cancels a send of it that is scheduled or waits for approval, which needs"
                    + " message_send too. 409 conflict with reason send_waiting while the send is"
                    + " being handed over.")
            .field(Ids.DRAFT)
            .errors(ErrorCode.CONFLICT)
            .answersNoContent("Done.")
            .handledBy(this::delete),
        write(
                Operation.post("sendDraft", BASE + "/{draft_id}/send").tool("send_draft"),
                Permission.DRAFT_SEND)
            .permission(Permission.MESSAGE_SEND)
            .summary("Send a draft, or schedule it when it has send_at.")
            .description(
                "Runs all send checks; a draft with forward_of needs message_read too. The draft"
                    + " is read-only while its send waits, is deleted once sent, and can be"
                    + " changed and sent again after the send was cancelled, rejected, blocked or"
                    + " failed. Publishes draft.submitted.")
            .field(Ids.DRAFT)
            .fields(LabelFields.CHANGE)
            .errors(SendRoutes.CHECKS)
            .errors(ErrorCode.HUMAN_REQUIRED)
            .with(Trait.REQUIRES_IDEMPOTENCY_KEY)
            .answers(
                202,
                SendRoutes.RESULT.shape(),
                "Accepted. Do not send again while status is pending_approval.")
            .handledBy(Handler.of(this::send, call -> drafts.problems(LabelFields.change(call)))));
  }

  private static OperationBuilder write(OperationBuilder row, Permission permission) {
    return row.tag(TAG).permission(permission).field(Ids.INBOX);
  }

  private Scope within(Request call, ScopePath level) {
    return drafts.within(call.caller(), level.scope(call));
  }

  private Scope listed(Request call, ScopePath level) {
    return drafts.within(call.caller(), level.placeOfList(call));
  }

  private Response list(Request call, ScopePath level) {
    return Response.ok(
        DraftViews.ITEMS,
        paging.answer(
            call,
            drafts.list(
                call.caller(), listed(call, level), Filters.drafts(call), paging.request(call))));
  }

  private Response get(Request call, ScopePath level) {
    return Response.ok(
        DraftViews.DRAFT, drafts.get(call.caller(), within(call, level), call.get(Ids.DRAFT)));
  }

  private Response attachment(Request call, ScopePath level) {
    Draft draft = drafts.get(call.caller(), within(call, level), call.get(Ids.DRAFT)).draft();
    Attachment attachment =
        draft.content().files().stream()
            .filter(file -> file.id().equals(call.get(Ids.ATTACHMENT)))
            .findFirst()
            .orElseThrow(() -> MailboxException.notFound("attachment"));
    return Response.ok(
        MessageViews.FILE,
        new MessageViews.File(attachment, links.attachment(draft, attachment.id())));
  }

  private Response create(Request call) {
    return Response.ok(
        DraftViews.DRAFT,
        drafts.create(call.caller(), DraftRequests.create(call), call.once(200, DraftViews.DRAFT)));
  }

  private Response update(Request call) {
    return Response.ok(
        DraftViews.DRAFT,
        drafts.update(call.caller(), call.get(Ids.DRAFT), DraftRequests.update(call)));
  }

  private Response delete(Request call) {
    drafts.delete(call.caller(), call.get(Ids.INBOX), call.get(Ids.DRAFT));
    return Response.noContent();
  }

  private Response send(Request call) {
    SendResult result =
        drafts.sendAndWait(
            call.caller(),
            call.get(Ids.INBOX),
            call.get(Ids.DRAFT),
            LabelFields.change(call),
            call.once(202, SendRoutes.RESULT));
    return Response.json(202, SendRoutes.RESULT, result);
  }
}
