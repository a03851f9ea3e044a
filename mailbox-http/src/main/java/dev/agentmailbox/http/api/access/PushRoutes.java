package dev.agentmailbox.http.api.access;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationBuilder;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.table.Trait;
import dev.agentmailbox.service.access.PushSubscriptions;
import dev.agentmailbox.webhook.WebhookAddress;
import java.util.List;

/** The browsers in which a human is notified (W3C Push API). */
public final class PushRoutes {
  private static final String TAG = "Console";
  private static final String PATH = "/v0/console/push";

  /** Longest key, in base64url: a P-256 point has 65 bytes, a secret 16. */
  private static final int MAX_KEY_CHARACTERS = 100;

  private static final Field<String> ENDPOINT =
      Field.of(
              "endpoint",
              Shapes.text(1, WebhookAddress.MAX_CHARACTERS),
              "endpoint of the browser's PushSubscription.")
          .required();
  private static final Field<String> PUBLIC_KEY =
      Field.of("p256dh", Shapes.text(1, MAX_KEY_CHARACTERS), "keys.p256dh of it.").required();
  private static final Field<String> AUTH_SECRET =
      Field.of("auth", Shapes.text(1, MAX_KEY_CHARACTERS), "keys.auth of it.").required();

  private static final View<PushSubscriptions> KEY =
      View.<PushSubscriptions>of("PushKey")
          .text("public_key", PushSubscriptions::publicKey)
          .about("The applicationServerKey of this service; empty when it pushes nothing.")
          .build();

  private final Mailbox mailbox;

  public PushRoutes(Mailbox mailbox) {
    this.mailbox = mailbox;
  }

  public List<Operation> rows() {
    return List.of(
        session(Operation.get("getPushKey", PATH))
            .summary("The key by which a browser subscribes to notices.")
            .answersOk(KEY, "The key.")
            .handledBy(call -> Response.ok(KEY, subscriptions())),
        session(Operation.post("addPushSubscription", PATH))
            .summary("Notify in this browser when a send waits for approval.")
            .description(
                "At most 5 browsers a human; another one replaces the oldest. Ends with"
                    + " sign-out everywhere, or when the browser no longer takes notices.")
            .with(Trait.WITHOUT_IDEMPOTENCY)
            .field(ENDPOINT)
            .field(PUBLIC_KEY)
            .field(AUTH_SECRET)
            .answersNoContent("Added.")
            .handledBy(this::add),
        session(Operation.post("removePushSubscription", PATH + "/remove"))
            .summary("Notify no longer in this browser.")
            .with(Trait.WITHOUT_IDEMPOTENCY)
            .field(ENDPOINT)
            .answersNoContent("Removed, or never added.")
            .handledBy(
                call -> {
                  subscriptions().remove(ConsoleRoutes.cookie(call), call.get(ENDPOINT));
                  return Response.noContent();
                }));
  }

  private static OperationBuilder session(OperationBuilder row) {
    return row.tag(TAG).access(AccessRule.HUMAN).with(Trait.OF_CONSOLE, Trait.OPEN_TO_EVERY_HUMAN);
  }

  private PushSubscriptions subscriptions() {
    return mailbox.sessions().pushSubscriptions();
  }

  private Response add(Request call) {
    subscriptions()
        .add(
            ConsoleRoutes.cookie(call),
            call.get(ENDPOINT),
            call.get(PUBLIC_KEY),
            call.get(AUTH_SECRET));
    return Response.noContent();
  }
}
