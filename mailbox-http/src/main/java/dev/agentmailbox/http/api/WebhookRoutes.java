package dev.agentmailbox.http.api;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.table.Access;
import dev.agentmailbox.http.table.Call;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Reply;
import dev.agentmailbox.operation.NewWebhook;
import dev.agentmailbox.operation.WebhookChanges;
import dev.agentmailbox.operation.Webhooks.Place;
import dev.agentmailbox.operation.Webhooks.Shown;
import dev.agentmailbox.webhook.WebhookAddress;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Webhook endpoints of an organization, of a pod and of an inbox. */
final class WebhookRoutes {
  private static final String TAG = "Webhooks";
  private static final int MAX_REPLAYED = 1_000;
  private static final Field<String> WEBHOOK = Field.path("webhook_id", "The webhook.");
  private static final Field<String> URL =
      Field.of(
          "url",
          Shapes.text(1, WebhookAddress.MAX_CHARACTERS),
          "https, port 443, a public host name; anything else is 422 webhook_target_forbidden.");
  private static final Field<List<EventType>> EVENT_TYPES =
      Field.of(
          "event_types",
          Shapes.list(Shapes.choice(List.of(EventType.values()), EventType::wireName)),
          "At least one. Events that wake nobody are never delivered: message.held, label.*,"
              + " message.received.spam and .blocked stay silent.");
  private static final Field<List<String>> POD_IDS = ids("pod_ids", "Only events of these pods.");
  private static final Field<List<String>> INBOX_IDS =
      ids("inbox_ids", "Only events of these inboxes.");
  private static final Field<String> CLIENT_ID =
      Field.of(
          "client_id",
          Shapes.text(1, WebhookEndpoint.MAX_CLIENT_ID_CHARACTERS),
          "Your own handle: a webhook with the same one is returned instead of creating another.");
  private static final Field<Map<String, String>> HEADERS =
      Field.of("headers", Shapes.map(Shapes.text()), "Added to each delivery; kept encrypted.");
  private static final Field<List<String>> REMOVE_HEADERS =
      Field.of("remove_headers", Shapes.list(Shapes.text()), "Names to be removed.");
  private static final Field<List<String>> ADD_PODS = ids("add_pod_ids", "");
  private static final Field<List<String>> REMOVE_PODS = ids("remove_pod_ids", "");
  private static final Field<List<String>> ADD_INBOXES = ids("add_inbox_ids", "");
  private static final Field<List<String>> REMOVE_INBOXES = ids("remove_inbox_ids", "");
  private static final Field<Boolean> ENABLED =
      Field.of("enabled", Shapes.flag(), "False switches it off; true is the same as enable.");
  private static final Field<Instant> SINCE =
      Field.of("since", Shapes.timestamp(), "At most 7 days ago; default 24 hours.");
  private static final Field<List<String>> EVENT_IDS =
      Field.of(
          "event_ids",
          Shapes.list(Shapes.text(), 1, MAX_REPLAYED),
          "These events of the last 7 days.");

  private static final Field<String> NEW_URL = URL.required();
  private static final Field<List<EventType>> NEW_EVENT_TYPES = EVENT_TYPES.required();

  private final Mailbox mailbox;
  private final Paging paging;

  WebhookRoutes(Mailbox mailbox, Paging paging) {
    this.mailbox = mailbox;
    this.paging = paging;
  }

  private static Field<List<String>> ids(String name, String text) {
    return Field.of(name, Shapes.list(Shapes.text(), 0, WebhookEndpoint.MAX_FILTER_IDS), text);
  }

  List<Operation> rows() {
    List<Operation> rows = new ArrayList<>();
    rows.addAll(rows("", "/v0", List.of(), List.of(POD_IDS, INBOX_IDS)));
    rows.addAll(rows("Pod", "/v0/pods/{pod_id}", List.of(Ids.POD), List.of(INBOX_IDS)));
    rows.addAll(rows("Inbox", "/v0/inboxes/{inbox_id}", List.of(Ids.INBOX), List.of()));
    return rows;
  }

  /** The same operations for one kind of place. */
  private List<Operation> rows(
      String of, String base, List<Field<?>> place, List<Field<?>> filters) {
    String all = base + "/webhooks";
    String one = all + "/{webhook_id}";
    return List.of(
        read(Operation.get("list" + of + "Webhooks", all), place)
            .summary("Webhooks.")
            .fields(Paging.FIELDS)
            .answersOk(WebhookViews.ENDPOINTS, "A page of webhooks.")
            .handledBy(this::list),
        read(Operation.get("get" + of + "Webhook", one), place)
            .summary("One webhook.")
            .field(WEBHOOK)
            .answersOk(WebhookViews.ENDPOINT, "The webhook.")
            .handledBy(
                call ->
                    Reply.ok(
                        WebhookViews.ENDPOINT,
                        mailbox.webhooks().get(call.caller(), place(call), call.get(WEBHOOK)))),
        read(Operation.get("get" + of + "WebhookHeaders", one + "/headers"), place)
            .summary("The names of a webhook's own headers.")
            .field(WEBHOOK)
            .answersOk(WebhookViews.HEADER_NAMES, "The names.")
            .handledBy(
                call ->
                    Reply.ok(
                        WebhookViews.HEADER_NAMES,
                        mailbox.webhooks().get(call.caller(), place(call), call.get(WEBHOOK)))),
        read(Operation.get("list" + of + "WebhookDeliveries", one + "/deliveries"), place)
            .summary("The attempts of a webhook, made and pending.")
            .field(WEBHOOK)
            .fields(Paging.FIELDS)
            .answersOk(WebhookViews.DELIVERIES, "A page of attempts.")
            .handledBy(this::deliveries),
        human(Operation.post("create" + of + "Webhook", all), place)
            .summary("Create a webhook.")
            .description("The secret is in this answer only.")
            .fields(List.of(NEW_URL, NEW_EVENT_TYPES, CLIENT_ID, HEADERS))
            .fields(filters)
            .answersOk(WebhookViews.SHOWN, "The webhook with its secret.")
            .handledBy(this::create),
        human(Operation.patch("update" + of + "Webhook", one), place)
            .summary("Change a webhook.")
            .field(WEBHOOK)
            .fields(List.of(URL, EVENT_TYPES, ENABLED))
            .fields(filters.contains(POD_IDS) ? List.of(ADD_PODS, REMOVE_PODS) : List.of())
            .fields(filters.isEmpty() ? List.of() : List.of(ADD_INBOXES, REMOVE_INBOXES))
            .answersOk(WebhookViews.ENDPOINT, "The webhook after the change.")
            .handledBy(this::update),
        human(Operation.delete("delete" + of + "Webhook", one), place)
            .summary("Delete a webhook.")
            .field(WEBHOOK)
            .answersNoContent("Deleted.")
            .handledBy(
                call -> {
                  mailbox.webhooks().delete(call.caller(), place(call), call.get(WEBHOOK));
                  return Reply.noContent();
                }),
        human(Operation.patch("update" + of + "WebhookHeaders", one + "/headers"), place)
            .summary("Set and remove a webhook's own headers.")
            .field(WEBHOOK)
            .fields(List.of(HEADERS, REMOVE_HEADERS))
            .answersOk(WebhookViews.HEADER_NAMES, "The names after the change.")
            .handledBy(this::updateHeaders),
        human(Operation.post("enable" + of + "Webhook", one + "/enable"), place)
            .summary("Enable a webhook again.")
            .description("It is told what happens from now on; what it missed can be replayed.")
            .withoutIdempotency()
            .field(WEBHOOK)
            .answersOk(WebhookViews.ENDPOINT, "The webhook after the change.")
            .handledBy(
                call ->
                    Reply.ok(
                        WebhookViews.ENDPOINT,
                        mailbox.webhooks().enable(call.caller(), place(call), call.get(WEBHOOK)))),
        human(Operation.post("rotate" + of + "WebhookSecret", one + "/rotate-secret"), place)
            .summary("Make a new secret.")
            .description("The old one signs beside it for 24 hours.")
            .withoutIdempotency()
            .field(WEBHOOK)
            .answersOk(WebhookViews.SHOWN, "The webhook with its new secret.")
            .handledBy(
                call ->
                    Reply.ok(
                        WebhookViews.SHOWN,
                        mailbox
                            .webhooks()
                            .rotateSecret(call.caller(), place(call), call.get(WEBHOOK)))),
        human(Operation.post("test" + of + "Webhook", one + "/test"), place)
            .summary("Post a test event now.")
            .withoutIdempotency()
            .field(WEBHOOK)
            .answersOk(WebhookViews.DELIVERY, "What became of it.")
            .handledBy(
                call ->
                    Reply.ok(
                        WebhookViews.DELIVERY,
                        mailbox.webhooks().test(call.caller(), place(call), call.get(WEBHOOK)))),
        human(Operation.post("replay" + of + "Webhook", one + "/replay"), place)
            .summary("Deliver events again.")
            .description("At most 1,000 events of at most 7 days; by default the last 24 hours.")
            .withoutIdempotency()
            .field(WEBHOOK)
            .fields(List.of(SINCE, EVENT_IDS))
            .answersOk(WebhookViews.REPLAYED, "How many.")
            .handledBy(this::replay));
  }

  private static Operation.Builder read(Operation.Builder row, List<Field<?>> place) {
    return row.tag(TAG).permission(Permission.WEBHOOK_READ).fields(place);
  }

  private static Operation.Builder human(Operation.Builder row, List<Field<?>> place) {
    return row.tag(TAG).access(Access.HUMAN).fields(place);
  }

  private static Place place(Call call) {
    return new Place(pathValue(call, Ids.POD), pathValue(call, Ids.INBOX));
  }

  private static @Nullable String pathValue(Call call, Field<String> field) {
    return call.operation().parameters().contains(field) ? call.get(field) : null;
  }

  private Reply list(Call call) {
    return Reply.ok(
        WebhookViews.ENDPOINTS,
        paging.answer(
            call, mailbox.webhooks().list(call.caller(), place(call), paging.request(call))));
  }

  private Reply deliveries(Call call) {
    return Reply.ok(
        WebhookViews.DELIVERIES,
        paging.answer(
            call,
            mailbox
                .webhooks()
                .deliveries(call.caller(), place(call), call.get(WEBHOOK), paging.request(call))));
  }

  private Reply create(Call call) {
    NewWebhook request =
        new NewWebhook(
            call.get(NEW_URL),
            call.get(NEW_EVENT_TYPES),
            listed(call, POD_IDS),
            listed(call, INBOX_IDS),
            call.find(CLIENT_ID).orElse(null),
            call.find(HEADERS).orElse(Map.of()));
    return Reply.ok(
        WebhookViews.SHOWN,
        mailbox
            .webhooks()
            .create(
                call.caller(),
                place(call),
                request,
                call.once(200, WebhookViews.SHOWN, Shown::withoutSecret)));
  }

  private Reply update(Call call) {
    WebhookChanges changes =
        new WebhookChanges(
            call.find(URL).orElse(null),
            call.find(EVENT_TYPES).orElse(null),
            listed(call, ADD_PODS),
            listed(call, REMOVE_PODS),
            listed(call, ADD_INBOXES),
            listed(call, REMOVE_INBOXES),
            call.find(ENABLED).orElse(null));
    return Reply.ok(
        WebhookViews.ENDPOINT,
        mailbox.webhooks().update(call.caller(), place(call), call.get(WEBHOOK), changes));
  }

  private Reply updateHeaders(Call call) {
    return Reply.ok(
        WebhookViews.HEADER_NAMES,
        mailbox
            .webhooks()
            .updateHeaders(
                call.caller(),
                place(call),
                call.get(WEBHOOK),
                call.find(HEADERS).orElse(Map.of()),
                listed(call, REMOVE_HEADERS)));
  }

  private Reply replay(Call call) {
    int count =
        mailbox
            .webhooks()
            .replay(
                call.caller(),
                place(call),
                call.get(WEBHOOK),
                call.find(SINCE).orElse(null),
                listed(call, EVENT_IDS));
    return Reply.ok(WebhookViews.REPLAYED, count);
  }

  /** A list of a field that not every row has. */
  private static List<String> listed(Call call, Field<List<String>> field) {
    return call.operation().body().fields().contains(field)
        ? call.find(field).orElse(List.of())
        : List.of();
  }
}
