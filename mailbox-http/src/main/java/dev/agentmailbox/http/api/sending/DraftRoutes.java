package dev.agentmailbox.http.api.sending;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.api.common.Filters;
import dev.agentmailbox.http.api.common.Ids;
import dev.agentmailbox.http.api.common.Level;
import dev.agentmailbox.http.api.common.Links;
import dev.agentmailbox.http.api.common.Paging;
import dev.agentmailbox.http.api.message.LabelFields;
import dev.agentmailbox.http.api.message.MessageViews;
import dev.agentmailbox.http.api.message.RenderedViews;
import dev.agentmailbox.http.table.Access;
import dev.agentmailbox.http.table.Call;
import dev.agentmailbox.http.table.Handler;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Reply;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.service.sending.SendResult;
import java.util.ArrayList;
import java.util.List;

/** Drafts: read in the whole scope, a pod and an inbox; written and sent in an inbox. */
public final class DraftRoutes {
  private static final String TAG = "Drafts";
  private static final String BASE = "/v0/inboxes/{inbox_id}/drafts";

  private final Mailbox mailbox;
  private final Paging paging;
  private final Links links;

  public DraftRoutes(Mailbox mailbox, Paging paging, Links links) {
    this.mailbox = mailbox;
    this.paging = paging;
    this.links = links;
  }

  public List<Operation> rows() {
    List<Operation> rows = new ArrayList<>();
    Level.ALL.forEach(level -> rows.addAll(reads(level)));
    rows.add(rendered(Level.ALL.get(0)));
    rows.addAll(writes());
    return rows;
  }

  private static String path(Level level) {
    return level.path() + "/drafts";
  }

  private List<Operation> reads(Level level) {
    Operation.Builder list = Operation.get("list" + level.name() + "Drafts", path(level));
    Operation.Builder get =
        Operation.get("get" + level.name() + "Draft", path(level) + "/{draft_id}");
    if (level.name().isEmpty()) {
      list.tool("list_drafts");
      get.tool("get_draft");
    }
    return List.of(
        read(list, level)
            .fields(level.ofLists())
            .summary("Drafts, newest first.")
            .fields(Paging.FIELDS)
            .fields(Filters.DRAFTS)
            .answersOk(DraftViews.ITEMS, "A page of drafts.")
            .handledBy(call -> list(call, level)),
        read(get, level)
            .summary("One draft with its bodies.")
            .field(Ids.DRAFT)
            .answersOk(DraftViews.DRAFT, "The draft.")
            .handledBy(call -> get(call, level)),
        read(
                Operation.get(
                    "get" + level.name() + "DraftAttachment",
                    path(level) + "/{draft_id}/attachments/{attachment_id}"),
                level)
            .summary("A link to an attachment of a draft.")
            .field(Ids.DRAFT)
            .field(Ids.ATTACHMENT)
            .answersOk(MessageViews.FILE, "A signed link, good for one hour.")
            .handledBy(call -> attachment(call, level)));
  }

  private Operation rendered(Level level) {
    return Operation.get("getRenderedDraft", path(level) + "/{draft_id}/rendered")
        .tag(TAG)
        .access(Access.HUMAN)
        .summary("One draft as a person may look at it.")
        .field(Ids.DRAFT)
        .answersOk(RenderedViews.RENDERED, "Runs nothing and loads nothing.")
        .handledBy(
            call ->
                Reply.ok(
                    RenderedViews.RENDERED,
                    mailbox
                        .drafts()
                        .get(call.caller(), within(call, level), call.get(Ids.DRAFT))
                        .rendered()));
  }

  private static Operation.Builder read(Operation.Builder row, Level level) {
    return row.tag(TAG).permission(Permission.DRAFT_READ).fields(level.fields());
  }

  private List<Operation> writes() {
    return List.of(
        write(Operation.post("createDraft", BASE).tool("create_draft"), Permission.DRAFT_CREATE)
            .summary("Make a draft of a new mail, an answer or a forward.")
            .description(
                "Nothing is sent or scheduled before the draft is sent. Addresses and files are"
                    + " checked now, whether the mail may leave only then. An answer that names no"
                    + " recipients or no subject gets those it will be sent with.")
            .fields(DraftRequests.CREATE)
            .bodySize(SendFields.SIZE)
            .answersOk(DraftViews.DRAFT, "The draft.")
            .handledBy(
                Handler.of(
                    this::create, call -> mailbox.drafts().problems(DraftRequests.create(call)))),
        write(
                Operation.patch("updateDraft", BASE + "/{draft_id}").tool("update_draft"),
                Permission.DRAFT_UPDATE)
            .summary("Change recipients, text, files or send time of a draft.")
            .description(
                "409 conflict with reason send_waiting while a send of it waits or is under way.")
            .field(Ids.DRAFT)
            .fields(DraftRequests.UPDATE)
            .bodySize(SendFields.SIZE)
            .answersOk(DraftViews.DRAFT, "The draft after the change.")
            .handledBy(
                Handler.of(
                    this::update, call -> mailbox.drafts().problems(DraftRequests.update(call)))),
        write(
                Operation.delete("deleteDraft", BASE + "/{draft_id}").tool("delete_draft"),
                Permission.DRAFT_DELETE)
            .summary("Delete a draft with its attachments.")
            .description(
                "A send of it that is scheduled or waits for approval is cancelled, which needs"
                    + " message_send too. 409 conflict with reason send_waiting while the send is"
                    + " being handed over.")
            .field(Ids.DRAFT)
            .answersNoContent("Done.")
            .handledBy(this::delete),
        write(
                Operation.post("sendDraft", BASE + "/{draft_id}/send").tool("send_draft"),
                Permission.DRAFT_SEND)
            .permission(Permission.MESSAGE_SEND)
            .summary("Send a draft, or schedule it when it has send_at.")
            .description(
                "Runs the checks of every send; a draft with forward_of needs message_read too. The"
                    + " draft is read-only while its send waits, is deleted when it is sent, and"
                    + " can be changed and sent again when it was cancelled, rejected, blocked or"
                    + " failed. Publishes draft.submitted.")
            .field(Ids.DRAFT)
            .fields(LabelFields.CHANGE)
            .idempotencyKeyRequired()
            .answers(
                202,
                SendRoutes.RESULT.shape(),
                "Accepted. pending_approval must not be sent again.")
            .handledBy(
                Handler.of(
                    this::send, call -> mailbox.drafts().problems(LabelFields.change(call)))));
  }

  private static Operation.Builder write(Operation.Builder row, Permission permission) {
    return row.tag(TAG).permission(permission).field(Ids.INBOX);
  }

  private Scope within(Call call, Level level) {
    return mailbox.drafts().within(call.caller(), level.place(call));
  }

  private Scope listed(Call call, Level level) {
    return mailbox.drafts().within(call.caller(), level.placeOfList(call));
  }

  private Reply list(Call call, Level level) {
    return Reply.ok(
        DraftViews.ITEMS,
        paging.answer(
            call,
            mailbox
                .drafts()
                .list(
                    call.caller(),
                    listed(call, level),
                    Filters.drafts(call),
                    paging.request(call))));
  }

  private Reply get(Call call, Level level) {
    return Reply.ok(
        DraftViews.DRAFT,
        mailbox.drafts().get(call.caller(), within(call, level), call.get(Ids.DRAFT)));
  }

  private Reply attachment(Call call, Level level) {
    Draft draft =
        mailbox.drafts().get(call.caller(), within(call, level), call.get(Ids.DRAFT)).draft();
    Attachment attachment =
        draft.files().stream()
            .filter(file -> file.id().equals(call.get(Ids.ATTACHMENT)))
            .findFirst()
            .orElseThrow(() -> MailboxException.notFound("attachment"));
    return Reply.ok(
        MessageViews.FILE,
        new MessageViews.File(attachment, links.attachment(draft, attachment.id())));
  }

  private Reply create(Call call) {
    return Reply.ok(
        DraftViews.DRAFT,
        mailbox
            .drafts()
            .create(
                call.caller(),
                call.get(Ids.INBOX),
                DraftRequests.create(call),
                call.once(200, DraftViews.DRAFT)));
  }

  private Reply update(Call call) {
    return Reply.ok(
        DraftViews.DRAFT,
        mailbox
            .drafts()
            .update(
                call.caller(),
                call.get(Ids.INBOX),
                call.get(Ids.DRAFT),
                DraftRequests.update(call)));
  }

  private Reply delete(Call call) {
    mailbox.drafts().delete(call.caller(), call.get(Ids.INBOX), call.get(Ids.DRAFT));
    return Reply.noContent();
  }

  private Reply send(Call call) {
    SendResult result =
        mailbox
            .drafts()
            .sendAndWait(
                call.caller(),
                call.get(Ids.INBOX),
                call.get(Ids.DRAFT),
                LabelFields.change(call),
                call.once(202, SendRoutes.RESULT));
    return Reply.json(202, SendRoutes.RESULT, result);
  }
}
