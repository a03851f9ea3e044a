package dev.agentmailbox.http.api.event;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.api.common.Ids;
import dev.agentmailbox.http.api.common.Paging;
import dev.agentmailbox.http.api.common.ScopePath;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Handler;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationBuilder;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.service.request.ScopeRef;
import dev.agentmailbox.service.webhook.EndpointWithSecret;
import dev.agentmailbox.service.webhook.NewWebhook;
import dev.agentmailbox.service.webhook.WebhookChanges;
import dev.agentmailbox.service.webhook.Webhooks;
import dev.agentmailbox.webhook.Delivery;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Webhooks of an organization, a pod or an inbox. */
public final class WebhookRoutes {
  private static final String TAG = "Webhooks";

  private final Webhooks webhooks;
  private final Paging paging;

  public WebhookRoutes(Mailbox mailbox, Paging paging) {
    this.webhooks = mailbox.webhooks();
    this.paging = paging;
  }

  public List<Operation> rows() {
    List<Operation> rows = new ArrayList<>();
    for (ScopePath level : ScopePath.ALL) {
      rows.addAll(reads(level));
      rows.addAll(settings(level));
      rows.addAll(actions(level));
    }
    return rows;
  }

  private List<Operation> reads(ScopePath level) {
    String one = one(level);
    return List.of(
        read(Operation.get("list" + level.name() + "Webhooks", all(level)), level)
            .summary("Webhooks.")
            .fields(Paging.FIELDS)
            .answersOk(WebhookViews.ENDPOINTS, "A page of webhooks.")
            .handledBy(call -> list(call, level.scope(call))),
        read(Operation.get("get" + level.name() + "Webhook", one), level)
            .summary("One webhook.")
            .field(WebhookFields.WEBHOOK)
            .answersOk(WebhookViews.ENDPOINT, "The webhook.")
            .handledBy(on(level, WebhookViews.ENDPOINT, webhooks::get)),
        read(Operation.get("get" + level.name() + "WebhookHeaders", one + "/headers"), level)
            .summary("List the names of a webhook's custom headers.")
            .field(WebhookFields.WEBHOOK)
            .answersOk(WebhookViews.HEADER_NAMES, "The names.")
            .handledBy(on(level, WebhookViews.HEADER_NAMES, webhooks::get)),
        read(Operation.get("list" + level.name() + "WebhookDeliveries", one + "/deliveries"), level)
            .summary("List the delivery attempts of a webhook, including pending ones.")
            .field(WebhookFields.WEBHOOK)
            .fields(Paging.FIELDS)
            .answersOk(WebhookViews.DELIVERIES, "A page of attempts.")
            .handledBy(call -> deliveries(call, level.scope(call))));
  }

  private List<Operation> settings(ScopePath level) {
    String one = one(level);
    return List.of(
        human(Operation.post("create" + level.name() + "Webhook", all(level)), level)
            .summary("Create a webhook.")
            .description(
                "The signing secret is returned only in this response. Deliveries are POSTs of the"
                    + " event envelope with the headers webhook-id, webhook-timestamp and"
                    + " webhook-signature (Standard Webhooks; also as svix-*). To verify, compute"
                    + " the base64 of the HMAC-SHA256 of {webhook-id}.{webhook-timestamp}.{raw"
                    + " body} with the base64-decoded secret after whsec_, compare it with each v1"
                    + " signature in constant time, and refuse timestamps more than 5 minutes off."
                    + " A 2xx within 10 seconds succeeds; otherwise there are 9 retries: after 5"
                    + " s, 5 min, 30 min, 2 h, 5 h, 10 h and three times 12 h.")
            .fields(
                List.of(
                    WebhookFields.NEW_URL,
                    WebhookFields.NEW_EVENT_TYPES,
                    WebhookFields.CLIENT_ID,
                    WebhookFields.HEADERS,
                    WebhookFields.BODY_TEMPLATE))
            .fields(podFields(level, WebhookFields.POD_IDS))
            .fields(inboxFields(level, WebhookFields.INBOX_IDS))
            .errors(ErrorCode.WEBHOOK_TARGET_FORBIDDEN)
            .answersOk(WebhookViews.SHOWN, "The webhook with its secret.")
            .handledBy(call -> create(call, level.scope(call))),
        human(Operation.patch("update" + level.name() + "Webhook", one), level)
            .summary("Change a webhook.")
            .field(WebhookFields.WEBHOOK)
            .fields(
                List.of(
                    WebhookFields.URL,
                    WebhookFields.EVENT_TYPES,
                    WebhookFields.ENABLED,
                    WebhookFields.BODY_TEMPLATE))
            .fields(podFields(level, WebhookFields.ADD_PODS, WebhookFields.REMOVE_PODS))
            .fields(inboxFields(level, WebhookFields.ADD_INBOXES, WebhookFields.REMOVE_INBOXES))
            .errors(ErrorCode.WEBHOOK_TARGET_FORBIDDEN)
            .answersOk(WebhookViews.ENDPOINT, "The changed webhook.")
            .handledBy(with(level, WebhookViews.ENDPOINT, this::update)),
        human(Operation.delete("delete" + level.name() + "Webhook", one), level)
            .summary("Delete a webhook.")
            .field(WebhookFields.WEBHOOK)
            .answersNoContent("Deleted.")
            .handledBy(
                call -> {
                  webhooks.delete(
                      call.caller(), level.scope(call), call.get(WebhookFields.WEBHOOK));
                  return Response.noContent();
                }),
        human(Operation.patch("update" + level.name() + "WebhookHeaders", one + "/headers"), level)
            .summary("Set and remove a webhook's own headers.")
            .field(WebhookFields.WEBHOOK)
            .fields(List.of(WebhookFields.HEADERS, WebhookFields.REMOVE_HEADERS))
            .answersOk(WebhookViews.HEADER_NAMES, "The names of all custom headers.")
            .handledBy(with(level, WebhookViews.HEADER_NAMES, this::updateHeaders)));
  }

  private List<Operation> actions(ScopePath level) {
    String one = one(level);
    return List.of(
        human(Operation.post("enable" + level.name() + "Webhook", one + "/enable"), level)
            .summary("Enable a webhook again.")
            .description("Delivers events from now on; missed events can be replayed.")
            .field(WebhookFields.WEBHOOK)
            .answersOk(WebhookViews.ENDPOINT, "The changed webhook.")
            .handledBy(with(level, WebhookViews.ENDPOINT, this::enable)),
        human(
                Operation.post("rotate" + level.name() + "WebhookSecret", one + "/rotate-secret"),
                level)
            .summary("Rotate the signing secret.")
            .description("For 24 hours deliveries are signed with both the old and the new secret.")
            .field(WebhookFields.WEBHOOK)
            .answersOk(WebhookViews.SHOWN, "The webhook with its new secret.")
            .handledBy(with(level, WebhookViews.SHOWN, this::rotateSecret)),
        human(Operation.post("test" + level.name() + "Webhook", one + "/test"), level)
            .summary("Deliver a test event immediately.")
            .field(WebhookFields.WEBHOOK)
            .answersOk(WebhookViews.DELIVERY, "The outcome of the attempt.")
            .handledBy(with(level, WebhookViews.DELIVERY, this::test)),
        human(Operation.post("replay" + level.name() + "Webhook", one + "/replay"), level)
            .summary("Replay events.")
            .description("At most 1,000 events, at most 7 days old; default: the last 24 hours.")
            .field(WebhookFields.WEBHOOK)
            .fields(List.of(WebhookFields.SINCE, WebhookFields.EVENT_IDS))
            .answersOk(WebhookViews.REPLAYED, "The number of events.")
            .handledBy(with(level, WebhookViews.REPLAYED, this::replay)));
  }

  private static String all(ScopePath level) {
    return level.path() + "/webhooks";
  }

  private static String one(ScopePath level) {
    return all(level) + "/{webhook_id}";
  }

  private static List<Field<?>> podFields(ScopePath level, Field<?>... fields) {
    return level.fields().isEmpty() ? List.of(fields) : List.of();
  }

  private static List<Field<?>> inboxFields(ScopePath level, Field<?>... fields) {
    return level.fields().contains(Ids.INBOX) ? List.of() : List.of(fields);
  }

  private static OperationBuilder read(OperationBuilder row, ScopePath level) {
    return row.tag(TAG).permission(Permission.WEBHOOK_READ).fields(level.fields());
  }

  private static OperationBuilder human(OperationBuilder row, ScopePath level) {
    return row.tag(TAG).access(AccessRule.HUMAN).fields(level.fields());
  }

  /** An operation on one webhook. */
  private interface Simple<T> {
    T of(Caller caller, ScopeRef scope, String webhookId);
  }

  /** As {@link Simple}, with the request. */
  private interface Detailed<T> {
    T of(Request call, ScopeRef scope, String webhookId);
  }

  private static <T> Handler on(ScopePath level, View<T> view, Simple<T> work) {
    return with(level, view, (call, scope, id) -> work.of(call.caller(), scope, id));
  }

  private static <T> Handler with(ScopePath level, View<T> view, Detailed<T> work) {
    return call ->
        Response.ok(view, work.of(call, level.scope(call), call.get(WebhookFields.WEBHOOK)));
  }

  private Response list(Request call, ScopeRef scope) {
    return Response.ok(
        WebhookViews.ENDPOINTS,
        paging.answer(call, webhooks.list(call.caller(), scope, paging.request(call))));
  }

  private Response deliveries(Request call, ScopeRef scope) {
    return Response.ok(
        WebhookViews.DELIVERIES,
        paging.answer(
            call,
            webhooks.deliveries(
                call.caller(), scope, call.get(WebhookFields.WEBHOOK), paging.request(call))));
  }

  private Response create(Request call, ScopeRef scope) {
    NewWebhook request =
        new NewWebhook(
            call.get(WebhookFields.NEW_URL),
            call.get(WebhookFields.NEW_EVENT_TYPES),
            listed(call, WebhookFields.POD_IDS),
            listed(call, WebhookFields.INBOX_IDS),
            call.find(WebhookFields.CLIENT_ID).orElse(null),
            call.find(WebhookFields.HEADERS).orElse(Map.of()),
            template(call).filter(text -> !text.isEmpty()).orElse(null));
    return Response.ok(
        WebhookViews.SHOWN,
        webhooks.create(
            call.caller(),
            scope,
            request,
            call.once(200, WebhookViews.SHOWN, EndpointWithSecret::withoutSecret)));
  }

  private WebhookEndpoint update(Request call, ScopeRef scope, String webhookId) {
    WebhookChanges changes =
        new WebhookChanges(
            call.find(WebhookFields.URL).orElse(null),
            call.find(WebhookFields.EVENT_TYPES).orElse(null),
            listed(call, WebhookFields.ADD_PODS),
            listed(call, WebhookFields.REMOVE_PODS),
            listed(call, WebhookFields.ADD_INBOXES),
            listed(call, WebhookFields.REMOVE_INBOXES),
            call.find(WebhookFields.ENABLED).orElse(null),
            template(call).orElse(null));
    return webhooks.update(call.caller(), scope, webhookId, changes);
  }

  private static Optional<String> template(Request call) {
    Optional<String> template = call.find(WebhookFields.BODY_TEMPLATE);
    template
        .filter(text -> !text.isEmpty())
        .flatMap(WebhookBody::problem)
        .ifPresent(
            problem -> {
              throw MailboxException.validation(WebhookFields.BODY_TEMPLATE.name(), problem);
            });
    return template;
  }

  private WebhookEndpoint updateHeaders(Request call, ScopeRef scope, String webhookId) {
    return webhooks.updateHeaders(
        call.caller(),
        scope,
        webhookId,
        call.find(WebhookFields.HEADERS).orElse(Map.of()),
        listed(call, WebhookFields.REMOVE_HEADERS));
  }

  private EndpointWithSecret rotateSecret(Request call, ScopeRef scope, String webhookId) {
    return webhooks.rotateSecret(
        call.caller(),
        scope,
        webhookId,
        call.once(200, WebhookViews.SHOWN, EndpointWithSecret::withoutSecret));
  }

  private WebhookEndpoint enable(Request call, ScopeRef scope, String webhookId) {
    return webhooks.enable(call.caller(), scope, webhookId, call.once(200, WebhookViews.ENDPOINT));
  }

  private Delivery test(Request call, ScopeRef scope, String webhookId) {
    return webhooks.test(call.caller(), scope, webhookId, call.once(200, WebhookViews.DELIVERY));
  }

  private Integer replay(Request call, ScopeRef scope, String webhookId) {
    return webhooks.replay(
        call.caller(),
        scope,
        webhookId,
        call.find(WebhookFields.SINCE).orElse(null),
        listed(call, WebhookFields.EVENT_IDS),
        call.once(200, WebhookViews.REPLAYED));
  }

  /** The value of a list field that some rows lack. */
  private static List<String> listed(Request call, Field<List<String>> field) {
    return call.operation().body().fields().contains(field)
        ? call.find(field).orElse(List.of())
        : List.of();
  }
}
