package dev.agentmailbox.http.live;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.server.Origins;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationBuilder;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.table.ResponseSpec;
import dev.agentmailbox.http.table.Trait;
import dev.agentmailbox.http.token.EventCursors;
import dev.agentmailbox.http.token.SigningKeys;
import dev.agentmailbox.http.token.TokenCodec;
import java.util.List;

/** The WebSocket at its two paths. Closing ends every connection. Thread safe. */
public final class LiveRoutes implements AutoCloseable {
  private static final String WEBSOCKET = "websocket";
  private static final Field<String> UPGRADE = Field.header("Upgrade", Shapes.text(), "websocket");
  private static final Field<String> NEEDED_UPGRADE = UPGRADE.required();
  private static final Field<String> ORIGIN =
      Field.header("Origin", Shapes.text(), "Set by browsers; foreign origins are refused.");

  private final LiveConnections connections;
  private final Origins origins;

  /**
   * The routes of one server.
   *
   * @param keys signing keys of cursors, the same as for polling
   * @param baseUrl URL of the service; pages of its origin may connect
   * @param appUrl URL of the console; likewise
   */
  public LiveRoutes(Mailbox mailbox, SigningKeys keys, String baseUrl, String appUrl) {
    EventCursors cursors = new EventCursors(new TokenCodec(keys), mailbox.context().clock());
    this.connections = new LiveConnections(mailbox, cursors);
    this.origins = new Origins(baseUrl, appUrl);
  }

  public List<Operation> rows() {
    return List.of(
        row(Operation.get("openWebSocket", "/v0/ws"))
            .field(NEEDED_UPGRADE)
            .tag("Events")
            .summary("Stream events over a WebSocket.")
            .description(
                "Send {type: \"subscribe\", event_types, inbox_ids, pod_ids, include_non_wake} to"
                    + " filter the stream; a later one replaces it. The server sends"
                    + " {type: \"subscribed\", …}, {type: \"event\", event, cursor} and"
                    + " {type: \"error\", name, code, message}. A cursor can be passed to GET"
                    + " /v0/events with the same filters. Close codes: 1001 after at most an hour,"
                    + " 4401 when the key or the organization no longer allows it, 4408 more than"
                    + " 1 MiB behind, 1003 binary, 1009 over 16 KiB.")
            .handledBy(
                call -> {
                  if (!WEBSOCKET.equalsIgnoreCase(call.get(NEEDED_UPGRADE))) {
                    throw MailboxException.of(
                        ErrorCode.INVALID_REQUEST,
                        "this path requires the header Upgrade: websocket");
                  }
                  return open(call);
                }),
        row(Operation.get("openWebSocketAtRoot", "/v0"))
            .with(Trait.HIDDEN)
            .field(UPGRADE)
            .handledBy(
                call -> {
                  if (call.find(UPGRADE).filter(WEBSOCKET::equalsIgnoreCase).isEmpty()) {
                    throw MailboxException.notFound("path");
                  }
                  return open(call);
                }));
  }

  private static OperationBuilder row(OperationBuilder row) {
    return row.access(AccessRule.KEY)
        .permission(Permission.EVENT_READ)
        .with(Trait.IGNORES_UNKNOWN_QUERY)
        .field(ORIGIN)
        .errors(ErrorCode.ORIGIN_MISMATCH)
        .answer(ResponseSpec.switching("Switching to the WebSocket protocol."));
  }

  private Response open(Request call) {
    if (!(call.caller() instanceof Caller.Key key)) {
      throw MailboxException.of(
          ErrorCode.MISSING_PERMISSION, "only an agent can call this operation");
    }
    connections.countHandshake(key);
    dev.agentmailbox.service.request.Access.require(key, Permission.EVENT_READ);
    origins.require(call.find(ORIGIN).orElse(null));
    return Response.socket(connections.admit(key));
  }

  @Override
  public void close() {
    connections.close();
  }
}
