package dev.agentmailbox.http.server;

import dev.agentmailbox.http.server.connection.SocketConnection;
import dev.agentmailbox.http.table.SocketSession;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderMap;
import io.undertow.util.Headers;
import io.undertow.websockets.WebSocketConnectionCallback;
import io.undertow.websockets.WebSocketProtocolHandshakeHandler;
import io.undertow.websockets.core.protocol.version13.Hybi13Handshake;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/** Upgrades an admitted request to a WebSocket (RFC 6455 section 4.2). */
final class SocketUpgrade {
  private static final String VERSION = "13";

  private SocketUpgrade() {}

  /** Whether the request is a supported handshake. */
  static boolean isUpgradeRequest(HeaderMap headers) {
    String connection = headers.getFirst(Headers.CONNECTION);
    return "websocket".equalsIgnoreCase(headers.getFirst(Headers.UPGRADE))
        && connection != null
        && connection.toLowerCase(java.util.Locale.ROOT).contains("upgrade")
        && VERSION.equals(headers.getFirst(Headers.SEC_WEB_SOCKET_VERSION))
        && headers.contains(Headers.SEC_WEB_SOCKET_KEY);
  }

  /** Responds 101 and hands the connection to the session. */
  static void start(HttpServerExchange exchange, SocketSession session, Executor workers) {
    AtomicBoolean opened = new AtomicBoolean();
    exchange.addExchangeCompleteListener(
        (done, next) -> {
          if (done.getStatusCode() != 101 && !opened.get()) {
            session.closed();
          }
          next.proceed();
        });
    WebSocketConnectionCallback begin =
        (upgrade, channel) -> {
          opened.set(true);
          new SocketConnection(channel, session, workers).start();
        };
    WebSocketProtocolHandshakeHandler handler =
        new WebSocketProtocolHandshakeHandler(List.of(new Hybi13Handshake()), begin);
    try {
      handler.handleRequest(exchange);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("a WebSocket could not be opened", e);
    }
  }
}
