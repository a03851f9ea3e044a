package dev.agentmailbox.port.event;

import static dev.agentmailbox.port.table.Column.choice;
import static dev.agentmailbox.port.table.Column.nested;
import static dev.agentmailbox.port.table.Column.object;
import static dev.agentmailbox.port.table.Column.text;
import static dev.agentmailbox.port.table.Column.time;
import static dev.agentmailbox.port.table.Columns.columns;

import dev.agentmailbox.port.table.Columns;
import dev.agentmailbox.port.table.Index;
import dev.agentmailbox.port.table.ScopedList;
import dev.agentmailbox.port.table.TableSpec;
import dev.agentmailbox.webhook.Delivery;
import dev.agentmailbox.webhook.WebhookEndpoint;

/** Tables of webhooks. */
public final class EventTables {
  public static final Index<WebhookEndpoint> WEBHOOK_BY_CLIENT_ID =
      Index.unique("org_id, client_id");
  public static final ScopedList<WebhookEndpoint> WEBHOOK_LIST =
      ScopedList.of("", "created_at, webhook_id");

  /** Webhook endpoints. */
  public static final TableSpec<WebhookEndpoint> WEBHOOKS =
      columns(
              (id, level, clientId, details, createdAt, updatedAt) ->
                  new WebhookEndpoint(
                      id,
                      level,
                      details.target(),
                      details.subscription(),
                      clientId,
                      details.disabledReason(),
                      createdAt,
                      updatedAt),
              text("webhook_id", WebhookEndpoint::id),
              nested(WebhookEndpoint::level, Columns.scope()),
              text("client_id", WebhookEndpoint::clientId),
              object("details", WebhookDetails.class, WebhookDetails::of),
              time("created_at", WebhookEndpoint::createdAt),
              time("updated_at", WebhookEndpoint::updatedAt))
          .table("webhook", "org_id, webhook_id")
          .unique(WEBHOOK_BY_CLIENT_ID)
          .list(WEBHOOK_LIST);

  public static final Index<Delivery> DELIVERY_LIST =
      Index.list("org_id, webhook_id", "created_at, delivery_id");

  /** Pending deliveries of an endpoint by the name of their trigger. */
  public static final Index<Delivery> DELIVERIES_DUE =
      Index.list("org_id, webhook_id, cause", "due_at, delivery_id");

  /** Pending deliveries of all endpoints. */
  public static final Index<Delivery> DELIVERIES_PENDING = Index.list("", "due_at");

  public static final Index<Delivery> DELIVERIES_BY_AGE = Index.list("", "created_at, delivery_id");

  /** Stored together, because no list needs them. */
  record DeliveryDetails(Delivery.Subject subject, Delivery.State state) {
    static DeliveryDetails of(Delivery delivery) {
      return new DeliveryDetails(delivery.subject(), delivery.state());
    }
  }

  /** Webhook delivery attempts, past and pending; only pending ones are due. */
  public static final TableSpec<Delivery> DELIVERIES =
      columns(
              (id, organizationId, webhookId, details, trigger, dueAt, createdAt) ->
                  new Delivery(
                      id,
                      organizationId,
                      webhookId,
                      details.subject(),
                      trigger,
                      details.state(),
                      dueAt,
                      createdAt),
              text("delivery_id", Delivery::id),
              text("org_id", Delivery::organizationId),
              text("webhook_id", Delivery::webhookId),
              object("details", DeliveryDetails.class, DeliveryDetails::of),
              choice("cause", Delivery::trigger, Enum::name, Delivery.Trigger.values()),
              time("due_at", Delivery::dueAt),
              time("created_at", Delivery::createdAt))
          .table("webhook_delivery", "org_id, webhook_id, delivery_id")
          .list(DELIVERY_LIST)
          .list(DELIVERIES_DUE)
          .list(DELIVERIES_PENDING)
          .list(DELIVERIES_BY_AGE);

  private EventTables() {}
}
