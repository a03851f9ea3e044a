package dev.agentmailbox.http.api.event;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.event.LoggedEvent;
import dev.agentmailbox.http.api.common.EventWaits;
import dev.agentmailbox.http.api.common.Ids;
import dev.agentmailbox.http.api.common.Lists;
import dev.agentmailbox.http.api.common.Paging;
import dev.agentmailbox.http.api.common.Paging.ListPage;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.token.Binding;
import dev.agentmailbox.http.token.EventCursors;
import dev.agentmailbox.service.event.EventFeed.Cursor;
import dev.agentmailbox.service.event.EventFeed.EventPage;
import dev.agentmailbox.service.event.EventFeed.EventQuery;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Polling the event log. */
public final class EventRoutes {
  static final String LIST_EVENTS = "listEvents";
  private static final String TAG = "Events";

  /** Requests the newest cursor instead of events. */
  private static final String LATEST = "latest";

  /** Event data is small; the bound is only documented. */
  private static final int MAX_DATA_BYTES = 64 * 1024;

  /** Members of event data that no sender of mail controls. */
  private static final String[] DATA_OF_OURS = {
    "send_id",
    "draft_id",
    "approval_id",
    "label",
    "labels",
    "classification",
    "bounce_type",
    "decision",
    "flags",
    "reasons",
    "reason",
    "date"
  };

  private static final Field<String> AFTER =
      Field.query(
          "after",
          Shapes.text(),
          "The cursor from the previous response. Omitted: start at the oldest event"
              + " kept. latest: only events from now on.");
  private static final Field<List<EventType>> TYPES =
      Field.query(
          "types",
          Shapes.list(Shapes.choice(List.of(EventType.values()), EventType::wireName)),
          "Only events of these types.");
  private static final Field<List<String>> INBOX_IDS =
      Field.query("inbox_ids", Shapes.list(Shapes.inboxId()), "Only events of these inboxes.");

  /** Longest wait for an event, in seconds; shorter than what proxies give a response. */
  static final int MAX_WAIT_SECONDS = 30;

  private static final Field<Long> WAIT =
      Field.query(
              "wait",
              Shapes.integer(0, MAX_WAIT_SECONDS),
              "Seconds to wait for an event when there is none yet.")
          .orElse(0L);

  static final View<Event> EVENT =
      View.<Event>of("Event")
          .text("event_id", Event::id)
          .about("Unique identifier, the same on every channel; use it to discard duplicates.")
          .word("event_type", EventType.values(), EventType::wireName, Event::type)
          .about("What happened; decides the fields of data.")
          .time("occurred_at", Event::occurredAt)
          .about("When it happened.")
          .text("organization_id", Event::organizationId)
          .optionalText("pod_id", Event::podId)
          .about("Absent for events of the whole organization.")
          .optionalText("inbox_id", Event::inboxId)
          .about("Absent for events of the whole organization.")
          .optionalText("thread_id", Event::threadId)
          .about("Absent when the event concerns no single thread.")
          .optionalText("message_id", Event::messageId)
          .about("Absent when the event concerns no single message.")
          .plain(
              "data", Shapes.foreign(Shapes.freeObject(MAX_DATA_BYTES), DATA_OF_OURS), Event::data)
          .about(EventData.description())
          .build();
  private static final View<LoggedEvent> INBOX_EVENT =
      View.<LoggedEvent>of("InboxEvent")
          .include(EVENT, LoggedEvent::event)
          .text("label", logged -> String.valueOf(logged.event().data().get("label")))
          .about("The label added or removed.")
          .time("event_at", logged -> logged.event().occurredAt())
          .about("Same as occurred_at.")
          .time("created_at", logged -> logged.event().occurredAt())
          .about("Same as occurred_at.")
          .build();
  private static final View<ListPage<LoggedEvent>> INBOX_EVENTS =
      Lists.of("InboxEventList", "events", INBOX_EVENT);

  private record Polled(int limit, EventPage page, String cursor) {}

  private static final View<Polled> POLLED =
      View.<Polled>of("EventPage")
          .count("count", polled -> polled.page().events().size())
          .about("Number of events in this response.")
          .count("limit", Polled::limit)
          .about("Page size applied.")
          .objects(
              "events",
              EVENT,
              polled -> polled.page().events().stream().map(LoggedEvent::event).toList())
          .about("Oldest first.")
          .text("cursor", Polled::cursor)
          .about("Store it and pass it as after in the next request.")
          .flag("has_more", polled -> polled.page().hasMore())
          .about("True when more events are available now: request again without waiting.")
          .build();

  private final Mailbox mailbox;
  private final Paging paging;
  private final EventCursors cursors;
  private final EventWaits waits;

  public EventRoutes(Mailbox mailbox, Paging paging, EventCursors cursors, EventWaits waits) {
    this.mailbox = mailbox;
    this.paging = paging;
    this.cursors = cursors;
    this.waits = waits;
  }

  public List<Operation> rows() {
    return List.of(
        Operation.get(LIST_EVENTS, "/v0/events")
            .tag(TAG)
            .summary("Poll for events after a cursor.")
            .description(
                "Events are kept for 30 days; an older cursor is refused with 410 gone. A cursor"
                    + " is bound to the key's scope and to types and inbox_ids. With wait, a"
                    + " response without events comes only after that many seconds.")
            .permission(Permission.EVENT_READ)
            .tool("list_events")
            .field(AFTER)
            .field(TYPES)
            .field(INBOX_IDS)
            .field(WAIT)
            .field(Paging.LIMIT)
            .errors(ErrorCode.GONE)
            .answersOk(POLLED, "Events and the next cursor.")
            .handledBy(this::poll),
        Operation.get("listInboxEvents", "/v0/inboxes/{inbox_id}/events")
            .tag(TAG)
            .summary("List the label events of an inbox.")
            .permission(Permission.EVENT_READ)
            .field(Ids.INBOX)
            .fields(Paging.FIELDS)
            .answersOk(INBOX_EVENTS, "A page of events.")
            .handledBy(
                call ->
                    Response.ok(
                        INBOX_EVENTS,
                        paging.answer(
                            call,
                            mailbox
                                .events()
                                .ofInbox(
                                    call.caller(), call.get(Ids.INBOX), paging.request(call))))));
  }

  private Response poll(Request call) {
    Binding binding = Paging.binding(call, AFTER, WAIT);
    EventQuery query =
        new EventQuery(
            Set.copyOf(call.find(TYPES).orElse(List.of())),
            Set.copyOf(call.find(INBOX_IDS).orElse(List.of())),
            null);
    int limit = Math.toIntExact(call.get(Paging.LIMIT));
    EventPage page =
        call.find(AFTER).filter(LATEST::equals).isPresent()
            ? mailbox.events().latest(call.caller(), query)
            : mailbox
                .events()
                .poll(
                    call.caller(),
                    query,
                    call.find(AFTER).map(text -> open(text, binding)).orElse(null),
                    limit);
    long seconds = call.get(WAIT);
    if (seconds == 0 || !page.events().isEmpty() || page.hasMore()) {
      return answer(limit, page, binding);
    }
    AtomicLong position = new AtomicLong(page.cursor().sequence());
    return Response.later(
        waits
            .until(
                call.caller(),
                call.callerGone(),
                Duration.ofSeconds(seconds),
                () -> next(call.caller(), query, position, limit))
            .thenApply(
                found ->
                    answer(
                        limit,
                        found.orElseGet(() -> new EventPage(List.of(), at(position), false)),
                        binding)));
  }

  /** The next page; moves past events that are not wanted. */
  private Optional<EventPage> next(
      Caller caller, EventQuery query, AtomicLong position, int limit) {
    EventPage page = mailbox.events().poll(caller, query, at(position), limit);
    position.set(page.cursor().sequence());
    return page.events().isEmpty() ? Optional.empty() : Optional.of(page);
  }

  private Cursor at(AtomicLong position) {
    return new Cursor(position.get(), mailbox.context().now());
  }

  private Response answer(int limit, EventPage page, Binding binding) {
    String cursor = cursors.seal(page.cursor().sequence(), binding);
    return Response.ok(POLLED, new Polled(limit, page, cursor));
  }

  /** The codec has already refused a cursor that is too old. */
  private Cursor open(String text, Binding binding) {
    return new Cursor(cursors.open(text, binding), mailbox.context().now());
  }
}
