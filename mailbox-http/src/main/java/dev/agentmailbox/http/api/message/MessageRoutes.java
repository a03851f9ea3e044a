package dev.agentmailbox.http.api.message;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.http.api.common.Filters;
import dev.agentmailbox.http.api.common.Ids;
import dev.agentmailbox.http.api.common.Links;
import dev.agentmailbox.http.api.common.Paging;
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
import dev.agentmailbox.message.Message;
import dev.agentmailbox.service.message.Labels;
import dev.agentmailbox.service.message.Messages;
import dev.agentmailbox.service.message.Search;
import java.util.List;

/** Messages of an inbox. */
public final class MessageRoutes {
  private static final String TAG = "Messages";
  private static final String BASE = "/v0/inboxes/{inbox_id}/messages";
  private static final Field<List<String>> READ_IDS =
      Field.of(
              "message_ids",
              Shapes.list(Shapes.text(), 1, Messages.MAX_BATCH_GET),
              "At most " + Messages.MAX_BATCH_GET + " messages.")
          .required();
  private static final Field<List<String>> CHANGE_IDS =
      Field.of(
              "message_ids",
              Shapes.list(Shapes.text(), 1, Labels.MAX_BATCH),
              "At most " + Labels.MAX_BATCH + " messages.")
          .required();
  private static final View<Labels.Batch> UPDATES =
      View.<Labels.Batch>of("BatchUpdateMessagesResponse")
          .count("limit", MessageRoutes::asked)
          .about("Number of distinct ids requested.")
          .count("count", batch -> batch.updates().size())
          .about("Number of messages changed.")
          .objects("updates", LabelFields.MESSAGE, Labels.Batch::updates)
          .about("Labels of each message after the change.")
          .texts("missing", Labels.Batch::missing)
          .about("Requested ids that do not exist or are out of scope.")
          .build();

  private final Mailbox mailbox;
  private final Messages messages;
  private final Paging paging;
  private final Links links;

  public MessageRoutes(Mailbox mailbox, Paging paging, Links links) {
    this.mailbox = mailbox;
    this.messages = mailbox.messages();
    this.paging = paging;
    this.links = links;
  }

  public List<Operation> rows() {
    return List.of(
        read(Operation.get("listMessages", BASE).tool("list_messages"))
            .summary("List messages, newest first.")
            .fields(Paging.FIELDS)
            .fields(Filters.MESSAGES)
            .answersOk(MessageViews.ITEMS, "A page of messages.")
            .handledBy(this::list),
        read(Operation.get("searchMessages", BASE + "/search").tool("search_messages"))
            .summary("Search messages by words in correspondents, subject and text.")
            .fields(Paging.FIELDS)
            .fields(Filters.SEARCH)
            .answersOk(MessageViews.HITS, "A page of messages with highlights.")
            .handledBy(this::search),
        read(Operation.get("getMessage", BASE + "/{message_id}").tool("get_message"))
            .summary("Read a message with its bodies.")
            .field(Ids.MESSAGE)
            .answersOk(MessageViews.MESSAGE, "The message.")
            .handledBy(this::get),
        RenderedViews.answersReview(
                Operation.get("getRenderedMessage", BASE + "/{message_id}/rendered")
                    .tag(TAG)
                    .access(AccessRule.HUMAN)
                    .summary("Read a message sanitized for display.")
                    .field(Ids.INBOX)
                    .field(Ids.MESSAGE))
            .handledBy(this::rendered),
        read(Operation.post("batchGetMessages", BASE + "/batch-get"))
            .summary("Read several messages by id.")
            .description("Messages that do not exist or are out of scope are listed in missing.")
            .field(READ_IDS)
            .answersOk(MessageViews.BATCH, "The messages found, in the order requested.")
            .with(Trait.WITHOUT_IDEMPOTENCY)
            .handledBy(this::batchGet),
        read(Operation.get("getRawMessage", BASE + "/{message_id}/raw"))
            .summary("Create a download link for the raw message.")
            .field(Ids.MESSAGE)
            .errors(ErrorCode.HUMAN_REQUIRED)
            .answersOk(MessageViews.RAW, "A signed link, valid for one hour.")
            .handledBy(this::raw),
        read(Operation.get(
                    "getMessageAttachment", BASE + "/{message_id}/attachments/{attachment_id}")
                .tool("get_attachment"))
            .summary("Create a download link for an attachment.")
            .field(Ids.MESSAGE)
            .field(Ids.ATTACHMENT)
            .errors(ErrorCode.HUMAN_REQUIRED)
            .answersOk(MessageViews.FILE, "A signed link, valid for one hour.")
            .handledBy(this::attachment),
        change(Operation.patch("updateMessage", BASE + "/{message_id}"))
            .summary("Add and remove labels.")
            .field(Ids.MESSAGE)
            .fields(LabelFields.CHANGE)
            .answersOk(LabelFields.MESSAGE, "All labels after the change.")
            .handledBy(this::update),
        change(Operation.post("batchUpdateMessages", BASE + "/batch-update"))
            .summary("Add and remove labels on several messages.")
            .description(
                "All or nothing for the messages in scope; the others are listed in missing.")
            .field(CHANGE_IDS)
            .fields(LabelFields.CHANGE)
            .answersOk(UPDATES, "All labels after the change.")
            .handledBy(this::batchUpdate),
        Operation.get("listHeldMessages", "/v0/held-messages")
            .tag(TAG)
            .access(AccessRule.HUMAN)
            .summary("List held messages, one per thread, newest first.")
            .fields(Paging.FIELDS)
            .answersOk(
                MessageViews.ITEMS, "The newest held message of each thread, with its content.")
            .handledBy(this::held),
        Operation.post("releaseMessage", BASE + "/{message_id}/release")
            .tag(TAG)
            .access(AccessRule.HUMAN)
            .with(Trait.WITHOUT_STEP_UP)
            .summary("Release a held message to the agent.")
            .description("Idempotent. Publishes message.released.")
            .field(Ids.INBOX)
            .field(Ids.MESSAGE)
            .answersOk(MessageViews.MESSAGE, "The message, with its content.")
            .handledBy(this::release),
        Operation.delete("deleteMessage", BASE + "/{message_id}")
            .tag(TAG)
            .summary("Move a message to the trash; deleting it again removes it permanently.")
            .description(
                "Deleting a held message needs a human: 403 human_required. Under a legal hold nothing"
                    + " is removed permanently: 409 conflict with reason legal_hold.")
            .permission(Permission.MESSAGE_DELETE)
            .field(Ids.INBOX)
            .field(Ids.MESSAGE)
            .errors(ErrorCode.HUMAN_REQUIRED, ErrorCode.CONFLICT)
            .answersNoContent("Done.")
            .handledBy(this::delete));
  }

  private static OperationBuilder read(OperationBuilder row) {
    return row.tag(TAG).permission(Permission.MESSAGE_READ).field(Ids.INBOX);
  }

  private static OperationBuilder change(OperationBuilder row) {
    return row.tag(TAG).permission(Permission.MESSAGE_UPDATE).field(Ids.INBOX);
  }

  private Response list(Request call) {
    return Response.ok(
        MessageViews.ITEMS,
        paging.answer(
            call,
            messages.list(
                call.caller(), call.get(Ids.INBOX), Filters.messages(call), paging.request(call))));
  }

  private Response search(Request call) {
    Search.Query query = new Search.Query(call.get(Filters.QUERY), Filters.search(call));
    return Response.ok(
        MessageViews.HITS,
        paging.answer(
            call,
            mailbox
                .search()
                .messages(call.caller(), call.get(Ids.INBOX), query, paging.request(call))));
  }

  private Response get(Request call) {
    return Response.ok(
        MessageViews.MESSAGE,
        messages.get(call.caller(), call.get(Ids.INBOX), call.get(Ids.MESSAGE)));
  }

  private Response rendered(Request call) {
    return RenderedViews.review(
        messages.get(call.caller(), call.get(Ids.INBOX), call.get(Ids.MESSAGE)));
  }

  private Response batchGet(Request call) {
    List<String> asked = call.get(READ_IDS).stream().distinct().toList();
    return Response.ok(
        MessageViews.BATCH,
        MessageViews.Batch.of(asked, messages.getAll(call.caller(), call.get(Ids.INBOX), asked)));
  }

  private static long asked(Labels.Batch batch) {
    return (long) batch.updates().size() + batch.missing().size();
  }

  private Response raw(Request call) {
    Message message = messages.raw(call.caller(), call.get(Ids.INBOX), call.get(Ids.MESSAGE));
    return Response.ok(MessageViews.RAW, new MessageViews.Raw(message, links.raw(message)));
  }

  private Response attachment(Request call) {
    Message message = messages.raw(call.caller(), call.get(Ids.INBOX), call.get(Ids.MESSAGE));
    Attachment attachment =
        messages.attachment(
            call.caller(), call.get(Ids.INBOX), call.get(Ids.MESSAGE), call.get(Ids.ATTACHMENT));
    return Response.ok(
        MessageViews.FILE,
        new MessageViews.File(attachment, links.attachment(message, attachment.id())));
  }

  private Response update(Request call) {
    return Response.ok(
        LabelFields.MESSAGE,
        mailbox
            .labels()
            .update(
                call.caller(),
                call.get(Ids.INBOX),
                call.get(Ids.MESSAGE),
                LabelFields.change(call)));
  }

  private Response batchUpdate(Request call) {
    return Response.ok(
        UPDATES,
        mailbox
            .labels()
            .updateAll(
                call.caller(),
                call.get(Ids.INBOX),
                call.get(CHANGE_IDS),
                LabelFields.change(call),
                call.once(200, UPDATES)));
  }

  private Response held(Request call) {
    return Response.ok(
        MessageViews.ITEMS,
        paging.answer(call, mailbox.heldMail().list(call.caller(), paging.request(call))));
  }

  private Response release(Request call) {
    return Response.ok(
        MessageViews.MESSAGE,
        mailbox
            .heldMail()
            .release(
                call.caller(),
                call.get(Ids.INBOX),
                call.get(Ids.MESSAGE),
                call.once(200, MessageViews.MESSAGE)));
  }

  private Response delete(Request call) {
    mailbox.trash().delete(call.caller(), call.get(Ids.INBOX), call.get(Ids.MESSAGE));
    return Response.noContent();
  }
}
