package dev.agentmailbox.http.api;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.http.api.Paging.ListPage;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.Call;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Reply;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.operation.MessageView;
import dev.agentmailbox.operation.Search;
import dev.agentmailbox.operation.Search.ThreadHit;
import dev.agentmailbox.operation.Threads.ThreadView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Threads: of the whole scope, of a pod, and of an inbox. */
final class ThreadRoutes {
  private static final String TAG = "Threads";

  static final View<MailThread> ITEM =
      item(View.<MailThread>of("ThreadItem"), Function.identity()).build();
  private static final View<ListPage<MailThread>> ITEMS = Lists.of("ThreadList", "threads", ITEM);
  private static final View<ThreadHit> HIT =
      item(View.<ThreadHit>of("SearchThreadItem"), ThreadHit::thread)
          .object("highlights", MessageViews.HIGHLIGHTS, ThreadHit::highlights, "")
          .build();
  private static final View<ListPage<ThreadHit>> HITS =
      Lists.of("SearchThreadList", "threads", HIT);

  private record Whole(MailThread thread, ListPage<MessageView> page) {}

  private static final View<Whole> THREAD =
      item(View.<Whole>of("Thread"), Whole::thread)
          .count("count", whole -> whole.page().items().size(), "Messages on this page.")
          .count("limit", whole -> whole.page().limit(), "")
          .optionalText("next_page_token", whole -> whole.page().nextPageToken(), "")
          .objects(
              "messages",
              MessageViews.MESSAGE,
              whole -> whole.page().items(),
              "The newest page first; oldest first inside a page.")
          .build();

  private final Mailbox mailbox;
  private final Paging paging;
  private final Links links;

  ThreadRoutes(Mailbox mailbox, Paging paging, Links links) {
    this.mailbox = mailbox;
    this.paging = paging;
    this.links = links;
  }

  static <T> View.Builder<T> item(View.Builder<T> view, Function<T, MailThread> of) {
    return view.text("inbox_id", v -> of.apply(v).inboxId(), "")
        .text("pod_id", v -> of.apply(v).podId(), "")
        .text("thread_id", v -> of.apply(v).id(), "")
        .texts("labels", v -> of.apply(v).labels(), "Union of the labels of its messages.")
        .time("timestamp", v -> of.apply(v).lastAt(), "Of the newest message.")
        .optionalTime("received_timestamp", v -> Optional.ofNullable(of.apply(v).receivedAt()), "")
        .optionalTime("sent_timestamp", v -> Optional.ofNullable(of.apply(v).sentAt()), "")
        .texts("senders", v -> of.apply(v).senders(), "")
        .texts("recipients", v -> of.apply(v).recipients(), "")
        .optionalText("subject", v -> Optional.ofNullable(of.apply(v).subject()), "")
        .optionalText("preview", v -> Optional.ofNullable(of.apply(v).preview()), "")
        .objects("attachments", MessageViews.ATTACHMENT, v -> of.apply(v).attachments(), "")
        .text("last_message_id", v -> of.apply(v).lastMessageId(), "")
        .count("message_count", v -> of.apply(v).messageCount(), "")
        .count("size", v -> of.apply(v).size(), "Bytes of all its messages.")
        .flag("locked", v -> of.apply(v).locked(), "A human has taken the thread over.")
        .time("created_at", v -> of.apply(v).createdAt(), "")
        .time("updated_at", v -> of.apply(v).updatedAt(), "");
  }

  /** One of the three places threads are found at. */
  private record Place(String name, String path, List<Field<?>> fields) {}

  List<Operation> rows() {
    List<Operation> rows = new ArrayList<>();
    rows.addAll(reads(new Place("", "/v0/threads", List.of())));
    rows.addAll(reads(new Place("Pod", "/v0/pods/{pod_id}/threads", List.of(Ids.POD))));
    Place inbox = new Place("Inbox", "/v0/inboxes/{inbox_id}/threads", List.of(Ids.INBOX));
    rows.addAll(reads(inbox));
    rows.addAll(changes(new Place("", "/v0/threads", List.of())));
    rows.addAll(changes(new Place("Pod", "/v0/pods/{pod_id}/threads", List.of(Ids.POD))));
    rows.addAll(changes(inbox));
    return rows;
  }

  private List<Operation> reads(Place place) {
    Operation.Builder list = Operation.get("list" + place.name() + "Threads", place.path());
    Operation.Builder search =
        Operation.get("search" + place.name() + "Threads", place.path() + "/search");
    Operation.Builder get =
        Operation.get("get" + place.name() + "Thread", place.path() + "/{thread_id}");
    if (place.name().isEmpty()) {
      list.tool("list_threads");
      search.tool("search_threads");
      get.tool("get_thread");
    }
    return List.of(
        read(list, place)
            .summary("Threads, the one with the newest message first.")
            .fields(Paging.FIELDS)
            .fields(Filters.THREADS)
            .answersOk(ITEMS, "A page of threads.")
            .handledBy(this::list),
        read(search, place)
            .summary("Threads by the words in their messages.")
            .fields(Paging.FIELDS)
            .fields(Filters.SEARCH)
            .answersOk(HITS, "A page of threads with highlights.")
            .handledBy(this::search),
        read(get, place)
            .summary("One thread with its newest messages.")
            .field(Ids.THREAD)
            .fields(Paging.FIELDS)
            .answersOk(THREAD, "The thread.")
            .handledBy(this::get),
        read(
                Operation.get(
                    "get" + place.name() + "ThreadAttachment",
                    place.path() + "/{thread_id}/attachments/{attachment_id}"),
                place)
            .summary("A link to an attachment of one of the thread's messages.")
            .field(Ids.THREAD)
            .field(Ids.ATTACHMENT)
            .answersOk(MessageViews.FILE, "A signed link, good for one hour.")
            .handledBy(this::attachment));
  }

  private List<Operation> changes(Place place) {
    return List.of(
        Operation.patch("update" + place.name() + "Thread", place.path() + "/{thread_id}")
            .tag(TAG)
            .summary("Add and remove labels on every message of the thread.")
            .permission(Permission.MESSAGE_UPDATE)
            .fields(place.fields())
            .field(Ids.THREAD)
            .fields(LabelFields.CHANGE)
            .answersOk(LabelFields.THREAD, "The labels after the change.")
            .handledBy(this::update),
        Operation.delete("delete" + place.name() + "Thread", place.path() + "/{thread_id}")
            .tag(TAG)
            .summary("Move a thread to the trash; a second time, delete it for good.")
            .permission(Permission.MESSAGE_DELETE)
            .fields(place.fields())
            .field(Ids.THREAD)
            .answersNoContent("Done.")
            .handledBy(this::delete));
  }

  private static Operation.Builder read(Operation.Builder row, Place place) {
    return row.tag(TAG).permission(Permission.MESSAGE_READ).fields(place.fields());
  }

  private Scope within(Call call) {
    List<Field<?>> parameters = call.operation().parameters();
    return mailbox
        .threads()
        .within(
            call.caller(),
            parameters.contains(Ids.POD) ? call.get(Ids.POD) : null,
            parameters.contains(Ids.INBOX) ? call.get(Ids.INBOX) : null);
  }

  private Reply list(Call call) {
    return Reply.ok(
        ITEMS,
        paging.answer(
            call,
            mailbox
                .threads()
                .list(call.caller(), within(call), Filters.threads(call), paging.request(call))));
  }

  private Reply search(Call call) {
    Search.Query query = new Search.Query(call.get(Filters.QUERY), Filters.search(call));
    return Reply.ok(
        HITS,
        paging.answer(
            call,
            mailbox.search().threads(call.caller(), within(call), query, paging.request(call))));
  }

  private Reply get(Call call) {
    ThreadView view =
        mailbox
            .threads()
            .get(call.caller(), within(call), call.get(Ids.THREAD), paging.request(call));
    return Reply.ok(THREAD, new Whole(view.thread(), paging.answer(call, view.messages())));
  }

  private Reply attachment(Call call) {
    String attachmentId = call.get(Ids.ATTACHMENT);
    Message message =
        mailbox
            .threads()
            .messageWith(call.caller(), within(call), call.get(Ids.THREAD), attachmentId);
    Attachment attachment =
        message.attachments().stream()
            .filter(a -> a.id().equals(attachmentId))
            .findFirst()
            .orElseThrow();
    return Reply.ok(
        MessageViews.FILE,
        new MessageViews.File(attachment, links.attachment(message, attachmentId)));
  }

  private Reply update(Call call) {
    return Reply.ok(
        LabelFields.THREAD,
        mailbox
            .labels()
            .updateThread(
                call.caller(), within(call), call.get(Ids.THREAD), LabelFields.change(call)));
  }

  private Reply delete(Call call) {
    mailbox.trash().deleteThread(call.caller(), within(call), call.get(Ids.THREAD));
    return Reply.noContent();
  }
}
