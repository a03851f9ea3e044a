package dev.agentmailbox.http.api.message;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.http.api.common.Filters;
import dev.agentmailbox.http.api.common.Ids;
import dev.agentmailbox.http.api.common.Links;
import dev.agentmailbox.http.api.common.Lists;
import dev.agentmailbox.http.api.common.Paging;
import dev.agentmailbox.http.api.common.Paging.ListPage;
import dev.agentmailbox.http.api.common.ScopePath;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationBuilder;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.service.message.MessageView;
import dev.agentmailbox.service.message.Search;
import dev.agentmailbox.service.message.Search.ThreadHit;
import dev.agentmailbox.service.message.Threads;
import dev.agentmailbox.service.message.Threads.ThreadView;
import java.util.ArrayList;
import java.util.List;

/** Threads of the whole scope, a pod or an inbox. */
public final class ThreadRoutes {
  private static final String TAG = "Threads";

  public static final View<MailThread> ITEM =
      View.<MailThread>of("ThreadItem")
          .text("inbox_id", MailThread::inboxId)
          .text("pod_id", MailThread::podId)
          .text("thread_id", MailThread::id)
          .texts("labels", MailThread::labels)
          .about("Union of the labels of its messages.")
          .time("timestamp", MailThread::lastAt)
          .about("Time of the newest message.")
          .optionalTime("received_timestamp", thread -> thread.activity().receivedAt())
          .about("Time of the newest received message; absent when there is none.")
          .optionalTime("sent_timestamp", thread -> thread.activity().sentAt())
          .about("Time of the newest sent message; absent when there is none.")
          .texts("senders", Shapes.foreign(), thread -> thread.content().senders())
          .about("Distinct authors, as `Name <address>` or bare addresses.")
          .texts("recipients", Shapes.foreign(), thread -> thread.content().recipients())
          .about("Distinct recipients, likewise.")
          .optionalText("subject", Shapes.foreign(), thread -> thread.content().subject())
          .about("Subject of the thread; absent when there is none.")
          .optionalText("preview", Shapes.foreign(), thread -> thread.content().preview())
          .about("Beginning of the newest message; absent when there is none.")
          .objects("attachments", MessageViews.ATTACHMENT, thread -> thread.content().attachments())
          .about("Files of all messages, without their content.")
          .text("last_message_id", thread -> thread.activity().lastMessageId())
          .about("Identifier of the newest message.")
          .count("message_count", thread -> thread.activity().messageCount())
          .about("Number of messages the caller can see.")
          .count("size", thread -> thread.activity().size())
          .about("Sum of the sizes of the messages, in bytes.")
          .flag("locked", MailThread::locked)
          .about("True while a human has taken over the thread: nothing is sent into it.")
          .time("created_at", MailThread::createdAt)
          .time("updated_at", MailThread::updatedAt)
          .build();
  private static final View<ListPage<MailThread>> ITEMS = Lists.of("ThreadList", "threads", ITEM);
  private static final View<ThreadHit> HIT =
      View.<ThreadHit>of("SearchThreadItem")
          .include(ITEM, ThreadHit::thread)
          .object("highlights", MessageViews.HIGHLIGHTS, ThreadHit::highlights)
          .about("Where the search terms were found.")
          .build();
  private static final View<ListPage<ThreadHit>> HITS =
      Lists.of("SearchThreadList", "threads", HIT);

  private record Whole(MailThread thread, ListPage<MessageView> page) {}

  private static final View<Whole> THREAD =
      View.<Whole>of("Thread")
          .include(ITEM, Whole::thread)
          .count("count", whole -> whole.page().items().size())
          .about("Number of messages on this page.")
          .count("limit", whole -> whole.page().limit())
          .optionalText("next_page_token", whole -> whole.page().nextPageToken().orElse(null))
          .objects("messages", MessageViews.MESSAGE, whole -> whole.page().items())
          .about("The first page has the newest messages; oldest first within a page.")
          .build();

  private final Mailbox mailbox;
  private final Threads threads;
  private final Paging paging;
  private final Links links;

  public ThreadRoutes(Mailbox mailbox, Paging paging, Links links) {
    this.mailbox = mailbox;
    this.threads = mailbox.threads();
    this.paging = paging;
    this.links = links;
  }

  public List<Operation> rows() {
    List<Operation> rows = new ArrayList<>();
    ScopePath.ALL.forEach(level -> rows.addAll(reads(level)));
    ScopePath.ALL.forEach(level -> rows.addAll(changes(level)));
    return rows;
  }

  private static String path(ScopePath level) {
    return level.path() + "/threads";
  }

  private List<Operation> reads(ScopePath level) {
    OperationBuilder list = Operation.get("list" + level.name() + "Threads", path(level));
    OperationBuilder search =
        Operation.get("search" + level.name() + "Threads", path(level) + "/search");
    OperationBuilder get =
        Operation.get("get" + level.name() + "Thread", path(level) + "/{thread_id}");
    if (level.name().isEmpty()) {
      list.tool("list_threads");
      search.tool("search_threads");
      get.tool("get_thread");
    }
    return List.of(
        read(list, level)
            .fields(level.ofLists())
            .summary("List threads, the one with the newest message first.")
            .fields(Paging.FIELDS)
            .fields(Filters.THREADS)
            .answersOk(ITEMS, "A page of threads.")
            .handledBy(call -> list(call, level)),
        read(search, level)
            .fields(level.ofLists())
            .summary("Search threads by words in their messages.")
            .fields(Paging.FIELDS)
            .fields(Filters.SEARCH)
            .answersOk(HITS, "A page of threads with highlights.")
            .handledBy(call -> search(call, level)),
        read(get, level)
            .summary("Read a thread with its newest messages.")
            .field(Ids.THREAD)
            .fields(Paging.FIELDS)
            .answersOk(THREAD, "The thread.")
            .handledBy(call -> get(call, level)),
        read(
                Operation.get(
                    "get" + level.name() + "ThreadAttachment",
                    path(level) + "/{thread_id}/attachments/{attachment_id}"),
                level)
            .summary("Create a download link for an attachment of the thread.")
            .field(Ids.THREAD)
            .field(Ids.ATTACHMENT)
            .answersOk(MessageViews.FILE, "A signed link, valid for one hour.")
            .handledBy(call -> attachment(call, level)));
  }

  private List<Operation> changes(ScopePath level) {
    return List.of(
        Operation.patch("update" + level.name() + "Thread", path(level) + "/{thread_id}")
            .tag(TAG)
            .summary("Add and remove labels on every message of the thread.")
            .permission(Permission.MESSAGE_UPDATE)
            .fields(level.fields())
            .field(Ids.THREAD)
            .fields(LabelFields.CHANGE)
            .answersOk(LabelFields.THREAD, "All labels after the change.")
            .handledBy(call -> update(call, level)),
        Operation.delete("delete" + level.name() + "Thread", path(level) + "/{thread_id}")
            .tag(TAG)
            .summary("Move a thread to the trash; deleting it again removes it permanently.")
            .description(
                "Under a legal hold nothing is removed permanently: 409 conflict with reason"
                    + " legal_hold.")
            .permission(Permission.MESSAGE_DELETE)
            .fields(level.fields())
            .field(Ids.THREAD)
            .errors(ErrorCode.HUMAN_REQUIRED, ErrorCode.CONFLICT)
            .answersNoContent("Done.")
            .handledBy(call -> delete(call, level)));
  }

  private static OperationBuilder read(OperationBuilder row, ScopePath level) {
    return row.tag(TAG).permission(Permission.MESSAGE_READ).fields(level.fields());
  }

  private Scope within(Request call, ScopePath level) {
    return threads.within(call.caller(), level.scope(call));
  }

  private Scope listed(Request call, ScopePath level) {
    return threads.within(call.caller(), level.placeOfList(call));
  }

  private Response list(Request call, ScopePath level) {
    return Response.ok(
        ITEMS,
        paging.answer(
            call,
            threads.list(
                call.caller(), listed(call, level), Filters.threads(call), paging.request(call))));
  }

  private Response search(Request call, ScopePath level) {
    Search.Query query = new Search.Query(call.get(Filters.QUERY), Filters.search(call));
    return Response.ok(
        HITS,
        paging.answer(
            call,
            mailbox
                .search()
                .threads(call.caller(), listed(call, level), query, paging.request(call))));
  }

  private Response get(Request call, ScopePath level) {
    ThreadView view =
        threads.get(call.caller(), within(call, level), call.get(Ids.THREAD), paging.request(call));
    return Response.ok(THREAD, new Whole(view.thread(), paging.answer(call, view.messages())));
  }

  private Response attachment(Request call, ScopePath level) {
    String attachmentId = call.get(Ids.ATTACHMENT);
    Message message =
        threads.messageWith(call.caller(), within(call, level), call.get(Ids.THREAD), attachmentId);
    Attachment attachment =
        message.content().attachments().stream()
            .filter(a -> a.id().equals(attachmentId))
            .findFirst()
            .orElseThrow();
    return Response.ok(
        MessageViews.FILE,
        new MessageViews.File(attachment, links.attachment(message, attachmentId)));
  }

  private Response update(Request call, ScopePath level) {
    return Response.ok(
        LabelFields.THREAD,
        mailbox
            .labels()
            .updateThread(
                call.caller(),
                within(call, level),
                call.get(Ids.THREAD),
                LabelFields.change(call)));
  }

  private Response delete(Request call, ScopePath level) {
    mailbox.trash().deleteThread(call.caller(), within(call, level), call.get(Ids.THREAD));
    return Response.noContent();
  }
}
