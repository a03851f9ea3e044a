package dev.agentmailbox.http.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.memory.SettableClock;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;

/** A server, clients that connect to it, and events for them, on a clock that the test moves. */
abstract class SocketFixture {
  static final String EVERYTHING = "{\"type\":\"subscribe\"}";
  static final int WAIT_SECONDS = 60;
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  final SettableClock clock =
      SettableClock.at(Instant.now().truncatedTo(java.time.temporal.ChronoUnit.MILLIS));
  final MailboxFixture fixture = MailboxFixture.startWith(Mailbox.builder().clock(clock));
  private final List<WebSocket> open = new ArrayList<>();

  @AfterEach
  void stop() {
    open.forEach(WebSocket::abort);
    fixture.close();
  }

  /** A key of the organization with every permission. */
  String anotherKey() {
    return fixture.keyWith(fixture.organization(), EnumSet.allOf(Permission.class));
  }

  WebSocket connect(SocketListener listener, String key, String path) {
    WebSocket socket =
        CLIENT
            .newWebSocketBuilder()
            .header("Authorization", "Bearer " + key)
            .connectTimeout(Duration.ofSeconds(WAIT_SECONDS))
            .buildAsync(
                java.net.URI.create(fixture.uri(path).toString().replace("http:", "ws:")), listener)
            .join();
    open.add(socket);
    return socket;
  }

  int refusal(String key, String... header) {
    return refused(key, header).statusCode();
  }

  /** The answer to a handshake that is refused. */
  HttpResponse<?> refused(String key, String... header) {
    WebSocket.Builder builder = CLIENT.newWebSocketBuilder();
    if (!key.isEmpty()) {
      builder.header("Authorization", "Bearer " + key);
    }
    for (int i = 0; i < header.length; i += 2) {
      builder.header(header[i], header[i + 1]);
    }
    CompletionException refused =
        assertThrows(
            CompletionException.class,
            () ->
                open.add(
                    builder
                        .buildAsync(
                            java.net.URI.create(
                                fixture.uri("/v0/ws").toString().replace("http:", "ws:")),
                            new SocketListener())
                        .join()));
    return assertInstanceOf(WebSocketHandshakeException.class, refused.getCause()).getResponse();
  }

  WebSocket subscribed(SocketListener listener, String key, String subscribe)
      throws InterruptedException {
    WebSocket socket = connect(listener, key, "/v0/ws");
    socket.sendText(subscribe, true).join();
    assertEquals("subscribed", listener.next().get("type").stringValue());
    return socket;
  }

  String publish(EventType type, boolean wake) {
    return publish(fixture.organization(), type, wake, "x");
  }

  String publish(Scope subject, EventType type, boolean wake, String padding) {
    Event event =
        new Event(
            fixture.mailbox.context().ids().next(IdPrefix.EVENT),
            type,
            fixture.mailbox.context().now(),
            subject,
            null,
            null,
            Map.of("wake", wake, "padding", padding));
    fixture
        .mailbox
        .context()
        .write(
            tx -> {
              tx.publish(event);
              return true;
            });
    return event.id();
  }

  /** Publishes until the connection, which follows from some moment on, hears of it. */
  void awaitTold(SocketListener listener) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
    String message = null;
    while (message == null && System.nanoTime() < deadline) {
      publish(EventType.MESSAGE_SENT, true);
      message = listener.messages.poll(100, TimeUnit.MILLISECONDS);
    }
    assertNotNull(message, "no event came");
  }
}
