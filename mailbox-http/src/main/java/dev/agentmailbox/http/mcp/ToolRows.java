package dev.agentmailbox.http.mcp;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.event.LoggedEvent;
import dev.agentmailbox.http.api.common.EventWaits;
import dev.agentmailbox.http.api.common.Ids;
import dev.agentmailbox.http.api.common.Paging;
import dev.agentmailbox.http.api.common.ReadableText;
import dev.agentmailbox.http.api.common.ReadableText.Format;
import dev.agentmailbox.http.api.message.LabelFields;
import dev.agentmailbox.http.api.message.MessageViews;
import dev.agentmailbox.http.api.message.ThreadRoutes;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationBuilder;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.table.Trait;
import dev.agentmailbox.http.token.Binding;
import dev.agentmailbox.http.token.EventCursors;
import dev.agentmailbox.http.token.SigningKeys;
import dev.agentmailbox.http.token.TokenCodec;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.service.event.EventFeed.Cursor;
import dev.agentmailbox.service.event.EventFeed.EventPage;
import dev.agentmailbox.service.event.EventFeed.EventQuery;
import dev.agentmailbox.service.message.MessageView;
import dev.agentmailbox.service.message.Threads.ThreadView;
import dev.agentmailbox.service.request.ScopeRef;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Operations that exist only as MCP tools, shaped for language models: text in bounded parts, one
 * operation for labels, waiting for mail. Their paths are not served over HTTP. Thread safe;
 * closing ends all waits.
 */
public final class ToolRows {
  private static final int DEFAULT_CHARACTERS = 20_000;
  private static final int MAX_CHARACTERS = 100_000;

  /** Characters of each message of a thread, which is read to find the right message. */
  private static final int THREAD_CHARACTERS = 4_000;

  private static final int MAX_WAIT_SECONDS = 50;
  private static final int DEFAULT_WAIT_SECONDS = 30;

  /** Events read per iteration of a wait. */
  private static final int WAIT_BATCH = 50;

  private static final Field<Format> FORMAT =
      Field.of(
              "format",
              Shapes.choice(List.of(Format.values()), Format::wireName),
              "new: the new part of a reply, without quoted text.")
          .orElse(Format.TEXT);
  private static final Field<Long> MAX_CHARS =
      Field.of("max_chars", Shapes.integer(1, MAX_CHARACTERS), "Characters of body returned.")
          .orElse((long) DEFAULT_CHARACTERS);
  private static final Field<Long> OFFSET =
      Field.of("offset", Shapes.integer(0, Integer.MAX_VALUE), "next_offset of the previous call.")
          .orElse(0L);
  private static final Field<String> INBOX =
      Field.of("inbox_id", Shapes.inboxId(), "Address of the inbox.").required();
  private static final Field<String> LABELLED_MESSAGE =
      Field.of("message_id", Shapes.text(), "Required without thread_id.");
  private static final Field<String> LABELLED_THREAD =
      Field.of("thread_id", Shapes.text(), "Required without message_id.");
  private static final Field<String> WAIT_AFTER =
      Field.of(
          "after",
          Shapes.text(),
          "cursor of the previous call; absent: only messages from now on.");
  private static final Field<String> WAIT_FROM =
      Field.of("from", Shapes.text(), "Only mail from addresses that contain this text.");
  private static final Field<String> WAIT_TO =
      Field.of("to", Shapes.text(), "Only mail to addresses that contain this text.");
  private static final Field<Long> WAIT_SECONDS =
      Field.of("timeout_seconds", Shapes.integer(1, MAX_WAIT_SECONDS), "Longest wait, in seconds.")
          .orElse((long) DEFAULT_WAIT_SECONDS);

  private record ReadableMessage(MessageView view, Format format, ReadableText text) {}

  private static final View<ReadableMessage> READ =
      View.<ReadableMessage>of("ReadableMessage")
          .include(MessageViews.ITEM, r -> r.view().message())
          .texts(
              "reply_to", Shapes.foreign(), r -> MessageViews.displays(r.view().body().replyTo()))
          .object(
              "authentication",
              MessageViews.AUTHENTICATION,
              r -> r.view().message().origin().authentication())
          .text("format", r -> r.format().wireName())
          .about("The representation that content has.")
          .text("content", Shapes.foreign(), r -> r.text().content())
          .about("This part of the body; empty for a held message.")
          .count("total_chars", r -> r.text().total())
          .about("Length of the whole body in characters.")
          .optionalCount("next_offset", r -> r.text().nextOffset())
          .about("Offset of the next part; absent at the end.")
          .flag("hidden_text", r -> r.text().hidden())
          .about("True when the sender hid text; invisible characters are removed.")
          .flag("from_html", r -> r.text().fromHtml())
          .about("True when content was converted from HTML.")
          .include(MessageViews.EXTRACTED, r -> r.view().extracted())
          .build();

  private record ReadableThread(MailThread thread, List<ReadableMessage> messages, boolean more) {}

  private static final View<ReadableThread> THREAD =
      View.<ReadableThread>of("ReadableThread")
          .include(ThreadRoutes.ITEM, ReadableThread::thread)
          .objects("messages", READ, ReadableThread::messages)
          .about("Oldest first.")
          .flag("has_older", ReadableThread::more)
          .about("True when the thread has older messages.")
          .build();

  private record Labels(Collection<String> labels) {}

  private static final View<Labels> LABELS =
      View.<Labels>of("Labels")
          .texts("labels", Labels::labels)
          .about("All labels.")
          .texts(
              "set_by_service",
              l -> List.of("received", "sent", "draft", "held", "spam", "blocked", "trash"))
          .about("Labels that only the service sets.")
          .build();

  private record WaitResult(@Nullable ReadableMessage message, String cursor) {}

  private static final View<WaitResult> WAITED =
      View.<WaitResult>of("WaitedMessage")
          .flag("timed_out", w -> w.message() == null)
          .about("True when no message arrived in time.")
          .optionalObject("message", READ, WaitResult::message)
          .text("cursor", WaitResult::cursor)
          .about("Pass it as after in the next call.")
          .build();

  private final Mailbox mailbox;
  private final EventCursors cursors;
  private final EventWaits waits;

  /**
   * Creates the tools.
   *
   * @param keys signing keys of cursors
   */
  public ToolRows(Mailbox mailbox, SigningKeys keys, EventWaits waits) {
    this.mailbox = mailbox;
    this.waits = waits;
    this.cursors = new EventCursors(new TokenCodec(keys), mailbox.context().clock());
  }

  /** The operations. */
  public List<Operation> rows() {
    return List.of(
        tool(Operation.get("readMessage", "/mcp/get_message/{inbox_id}/{message_id}"))
            .tool("get_message")
            .summary("Read one body of a message, in parts.")
            .permission(Permission.MESSAGE_READ)
            .field(Ids.INBOX)
            .field(Ids.MESSAGE)
            .field(FORMAT)
            .field(MAX_CHARS)
            .field(OFFSET)
            .answersOk(READ, "The message.")
            .handledBy(this::message),
        tool(Operation.get("readThread", "/mcp/get_thread/{thread_id}"))
            .tool("get_thread")
            .summary("Read a thread: the new part of each of its newest messages.")
            .permission(Permission.MESSAGE_READ)
            .field(Ids.THREAD)
            .field(Paging.LIMIT)
            .answersOk(THREAD, "The thread.")
            .handledBy(this::thread),
        tool(Operation.get("listLabels", "/mcp/list_labels"))
            .tool("list_labels")
            .summary("List the labels of a message or a thread.")
            .permission(Permission.MESSAGE_READ)
            .field(INBOX)
            .field(LABELLED_MESSAGE)
            .field(LABELLED_THREAD)
            .answersOk(LABELS, "The labels.")
            .handledBy(this::labels),
        tool(Operation.patch("updateLabels", "/mcp/update_labels"))
            .tool("update_labels")
            .summary("Add labels to a message or a thread, and remove labels.")
            .permission(Permission.MESSAGE_UPDATE)
            .field(INBOX)
            .field(LABELLED_MESSAGE)
            .field(LABELLED_THREAD)
            .fields(LabelFields.CHANGE)
            .answersOk(LABELS, "The labels after the change.")
            .handledBy(this::change),
        tool(Operation.get("waitForMessage", "/mcp/wait_for_message"))
            .tool("wait_for_message")
            .summary("Wait for a message, such as one with a sign-in code.")
            .description("Returns timed_out when none arrived; call again with the cursor.")
            .permission(Permission.MESSAGE_READ)
            .permission(Permission.EVENT_READ)
            .field(INBOX)
            .field(WAIT_FROM)
            .field(WAIT_TO)
            .field(WAIT_AFTER)
            .field(WAIT_SECONDS)
            .answersOk(WAITED, "The message, or timed_out.")
            .handledBy(this::await));
  }

  private static OperationBuilder tool(OperationBuilder row) {
    return row.tag("Tools").with(Trait.HIDDEN);
  }

  private Response message(Request call) {
    return Response.ok(
        READ,
        read(
            mailbox.messages().get(call.caller(), call.get(Ids.INBOX), call.get(Ids.MESSAGE)),
            call.get(FORMAT),
            call.get(OFFSET),
            Math.toIntExact(call.get(MAX_CHARS))));
  }

  private static ReadableMessage read(
      MessageView view, Format format, long offset, int maxCharacters) {
    return new ReadableMessage(view, format, ReadableText.of(view, format, offset, maxCharacters));
  }

  private Response thread(Request call) {
    Caller caller = call.caller();
    PageRequest newest = PageRequest.first(Math.toIntExact(call.get(Paging.LIMIT)));
    ThreadView view = mailbox.threads().get(caller, caller.scope(), call.get(Ids.THREAD), newest);
    List<ReadableMessage> messages =
        view.messages().items().stream()
            .map(message -> read(message, Format.NEW, 0, THREAD_CHARACTERS))
            .toList();
    return Response.ok(
        THREAD, new ReadableThread(view.thread(), messages, view.messages().next() != null));
  }

  private Response labels(Request call) {
    Caller caller = call.caller();
    String inboxId = call.get(INBOX);
    Optional<String> messageId = target(call);
    Collection<String> labels =
        messageId.isPresent()
            ? mailbox.messages().get(caller, inboxId, messageId.get()).message().labels()
            : mailbox
                .threads()
                .get(
                    caller,
                    within(caller, inboxId),
                    call.get(LABELLED_THREAD),
                    PageRequest.first(1))
                .thread()
                .labels();
    return Response.ok(LABELS, new Labels(labels));
  }

  private Response change(Request call) {
    Caller caller = call.caller();
    String inboxId = call.get(INBOX);
    Optional<String> messageId = target(call);
    Collection<String> labels =
        messageId.isPresent()
            ? mailbox
                .labels()
                .update(caller, inboxId, messageId.get(), LabelFields.change(call))
                .labels()
            : mailbox
                .labels()
                .updateThread(
                    caller,
                    within(caller, inboxId),
                    call.get(LABELLED_THREAD),
                    LabelFields.change(call))
                .labels();
    return Response.ok(LABELS, new Labels(labels));
  }

  /** The message addressed; empty when it is a thread. */
  private static Optional<String> target(Request call) {
    if (call.has(LABELLED_MESSAGE) == call.has(LABELLED_THREAD)) {
      throw MailboxException.validation(
          List.of(
              new FieldProblem(
                  "message_id", "exactly one of message_id and thread_id is required")));
    }
    return call.find(LABELLED_MESSAGE);
  }

  private Scope within(Caller caller, String inboxId) {
    return mailbox.threads().within(caller, ScopeRef.inbox(inboxId));
  }

  private Response await(Request call) {
    Caller caller = call.caller();
    String inboxId = call.get(INBOX);
    EventQuery query = new EventQuery(Set.of(EventType.MESSAGE_RECEIVED), Set.of(inboxId), null);
    Binding binding = Binding.of(caller.scope(), "waitForMessage\n" + inboxId);
    long start =
        call.find(WAIT_AFTER)
            .map(text -> cursors.open(text, binding))
            .orElseGet(() -> mailbox.events().latest(caller, query).cursor().sequence());
    Arrivals arrivals =
        new Arrivals(
            mailbox,
            caller,
            query,
            call.find(WAIT_FROM).orElse(""),
            call.find(WAIT_TO).orElse(""),
            start);
    Duration limit = Duration.ofSeconds(call.get(WAIT_SECONDS));
    return Response.later(
        waits
            .until(caller, call.callerGone(), limit, arrivals::next)
            .thenApply(
                found -> {
                  ReadableMessage read =
                      found
                          .map(f -> read(f.view(), Format.TEXT, 0, DEFAULT_CHARACTERS))
                          .orElse(null);
                  long position = found.map(Arrival::sequence).orElseGet(arrivals::position);
                  return Response.ok(WAITED, new WaitResult(read, cursors.seal(position, binding)));
                }));
  }

  /** A received message and the position of its event in the log. */
  record Arrival(MessageView view, long sequence) {}

  /** Scans the events of one inbox for the next message. Thread safe. */
  static final class Arrivals {
    private final Mailbox mailbox;
    private final Caller caller;
    private final EventQuery query;
    private final String from;
    private final String to;
    private final AtomicLong position;

    Arrivals(Mailbox mailbox, Caller caller, EventQuery query, String from, String to, long start) {
      this.mailbox = mailbox;
      this.caller = caller;
      this.query = query;
      this.from = from.toLowerCase(Locale.ROOT);
      this.to = to.toLowerCase(Locale.ROOT);
      this.position = new AtomicLong(start);
    }

    /**
     * Never moves past a message that was not returned: the wait may end while it is being found,
     * and the next one must find it again.
     */
    long position() {
      return position.get();
    }

    Optional<Arrival> next() {
      Cursor after = new Cursor(position.get(), mailbox.context().now());
      EventPage page = mailbox.events().poll(caller, query, after, WAIT_BATCH);
      for (LoggedEvent logged : page.events()) {
        Optional<MessageView> view = received(logged.event());
        if (view.isPresent()) {
          return Optional.of(new Arrival(view.get(), logged.sequence()));
        }
        position.set(logged.sequence());
      }
      position.set(page.cursor().sequence());
      return Optional.empty();
    }

    private Optional<MessageView> received(Event event) {
      String inboxId = event.inboxId();
      String messageId = event.messageId();
      boolean held = Boolean.TRUE.equals(event.data().get("held"));
      if (held || inboxId == null || messageId == null) {
        return Optional.empty();
      }
      return mailbox.messages().getAll(caller, inboxId, List.of(messageId)).stream()
          .filter(view -> isFrom(view.message()) && isTo(view.message()))
          .findFirst();
    }

    private boolean isFrom(Message message) {
      String author = message.author() == null ? "" : message.author().key();
      return author.contains(from);
    }

    private boolean isTo(Message message) {
      return to.isEmpty()
          || Stream.of(message.headers().to(), message.headers().cc())
              .flatMap(List::stream)
              .anyMatch(address -> address.key().contains(to));
    }
  }
}
