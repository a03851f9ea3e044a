package dev.agentmailbox.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.id.IdPrefix;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Events over a WebSocket, with the client of the JDK and with raw sockets. */
class WebSocketIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final int WAIT_SECONDS = 10;

  private final MailboxFixture fixture = MailboxFixture.start();
  private final List<WebSocket> open = new ArrayList<>();

  @AfterEach
  void stop() {
    open.forEach(WebSocket::abort);
    fixture.close();
  }

  /** What a client hears. */
  private static final class Ear implements WebSocket.Listener {
    final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    final BlockingQueue<Integer> ends = new LinkedBlockingQueue<>();
    private final StringBuilder part = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
      part.append(text);
      if (last) {
        messages.add(part.toString());
        part.setLength(0);
      }
      socket.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
      ends.add(code);
      return null;
    }

    JsonNode next() throws InterruptedException {
      String message = messages.poll(WAIT_SECONDS, TimeUnit.SECONDS);
      assertNotNull(message, "no message came");
      return JSON.readTree(message);
    }

    int end() throws InterruptedException {
      Integer code = ends.poll(WAIT_SECONDS, TimeUnit.SECONDS);
      assertNotNull(code, "the connection was not closed");
      return code;
    }
  }

  private WebSocket connect(Ear ear, String key, String path) {
    WebSocket socket =
        CLIENT
            .newWebSocketBuilder()
            .header("Authorization", "Bearer " + key)
            .connectTimeout(Duration.ofSeconds(WAIT_SECONDS))
            .buildAsync(
                java.net.URI.create(fixture.uri(path).toString().replace("http:", "ws:")), ear)
            .join();
    open.add(socket);
    return socket;
  }

  private int refusal(String key, String... header) {
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
                            new Ear())
                        .join()));
    return assertInstanceOf(WebSocketHandshakeException.class, refused.getCause())
        .getResponse()
        .statusCode();
  }

  private WebSocket subscribed(Ear ear, String key, String subscribe) throws InterruptedException {
    WebSocket socket = connect(ear, key, "/v0/ws");
    socket.sendText(subscribe, true).join();
    assertEquals("subscribed", ear.next().get("type").stringValue());
    return socket;
  }

  private String publish(EventType type, boolean wake) {
    return publish(fixture.organization(), type, wake, "x");
  }

  private String publish(Scope subject, EventType type, boolean wake, String padding) {
    Event event =
        new Event(
            fixture.mailbox.context().ids().next(IdPrefix.EVENT),
            type,
            fixture.mailbox.context().now(),
            subject.organizationId(),
            subject.podId(),
            subject.inboxId(),
            null,
            null,
            Map.of("wake", wake, "padding", padding));
    fixture
        .mailbox
        .context()
        .store()
        .write(
            tx -> {
              tx.publish(event);
              return true;
            });
    return event.id();
  }

  @Test
  void events_come_as_they_happen_with_a_cursor_that_polling_takes() throws Exception {
    Ear ear = new Ear();
    WebSocket socket =
        subscribed(ear, fixture.key, "{\"type\":\"subscribe\",\"event_types\":[\"message.sent\"]}");
    publish(EventType.ORG_RESUMED, true);
    String id = publish(EventType.MESSAGE_SENT, true);
    JsonNode told = ear.next();
    assertEquals("event", told.get("type").stringValue());
    assertEquals(id, told.get("event").get("event_id").stringValue());
    assertEquals("message.sent", told.get("event").get("event_type").stringValue());
    String later = publish(EventType.MESSAGE_SENT, true);
    JsonNode polled =
        MailboxFixture.json(
            fixture.get(
                "/v0/events?types=message.sent&after="
                    + URLEncoder.encode(told.get("cursor").stringValue(), StandardCharsets.UTF_8)));
    assertEquals(later, polled.get("events").get(0).get("event_id").stringValue());
    assertEquals(1, polled.get("count").intValue());
    socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
    assertEquals(1000, ear.end());
  }

  @Test
  void the_root_path_and_an_api_key_in_the_query_work_as_the_client_has_them() throws Exception {
    Ear ear = new Ear();
    connect(ear, fixture.key, "/v0?api_key=sk_nonsense");
    awaitTold(ear);
    assertEquals(404, fixture.get("/v0").statusCode());
    assertEquals(400, fixture.get("/v0/ws").statusCode());
  }

  /** Publishes until the connection, which follows from some moment on, hears of it. */
  private void awaitTold(Ear ear) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
    String message = null;
    while (message == null && System.nanoTime() < deadline) {
      publish(EventType.MESSAGE_SENT, true);
      message = ear.messages.poll(100, TimeUnit.MILLISECONDS);
    }
    assertNotNull(message, "no event came");
  }

  @Test
  void quiet_events_come_only_when_asked_for_and_spam_only_with_its_permission() throws Exception {
    Ear usual = new Ear();
    subscribed(usual, fixture.key, "{\"type\":\"subscribe\"}");
    Ear everything = new Ear();
    subscribed(everything, fixture.key, "{\"type\":\"subscribe\",\"include_non_wake\":true}");
    String noSpam =
        fixture.keyWith(
            fixture.organization(), EnumSet.complementOf(EnumSet.of(Permission.LABEL_SPAM_READ)));
    Ear blind = new Ear();
    subscribed(blind, noSpam, "{\"type\":\"subscribe\",\"include_non_wake\":true}");
    String spam = publish(EventType.MESSAGE_RECEIVED_SPAM, false);
    String sent = publish(EventType.MESSAGE_SENT, true);
    assertEquals(sent, usual.next().get("event").get("event_id").stringValue());
    assertEquals(spam, everything.next().get("event").get("event_id").stringValue());
    assertEquals(sent, everything.next().get("event").get("event_id").stringValue());
    assertEquals(sent, blind.next().get("event").get("event_id").stringValue());
  }

  @Test
  void a_second_subscribe_replaces_and_a_bad_one_changes_nothing() throws Exception {
    Ear ear = new Ear();
    WebSocket socket =
        subscribed(ear, fixture.key, "{\"type\":\"subscribe\",\"event_types\":[\"message.sent\"]}");
    for (String bad :
        List.of(
            "not json",
            "{\"type\":\"unsubscribe\"}",
            "{\"type\":\"subscribe\",\"event_types\":[\"nothing\"]}",
            "{\"type\":\"subscribe\",\"unknown\":1}",
            "{\"type\":\"subscribe\",\"inbox_ids\":[\"not@here.test\"]}")) {
      socket.sendText(bad, true).join();
      JsonNode error = ear.next();
      assertEquals("error", error.get("type").stringValue());
      assertFalse(error.get("name").stringValue().isEmpty());
    }
    publish(EventType.ORG_RESUMED, true);
    String sent = publish(EventType.MESSAGE_SENT, true);
    assertEquals(sent, ear.next().get("event").get("event_id").stringValue());
    socket.sendText("{\"type\":\"subscribe\",\"event_types\":[\"org.resumed\"]}", true).join();
    assertEquals("subscribed", ear.next().get("type").stringValue());
    publish(EventType.MESSAGE_SENT, true);
    String resumed = publish(EventType.ORG_RESUMED, true);
    assertEquals(resumed, ear.next().get("event").get("event_id").stringValue());
  }

  @Test
  void handshakes_are_refused_before_the_upgrade() {
    assertEquals(401, refusal(""));
    assertEquals(401, refusal("sk_00000000_" + "0".repeat(43)));
    assertEquals(
        403, refusal(fixture.keyWith(fixture.organization(), EnumSet.of(Permission.INBOX_READ))));
    assertEquals(403, refusal(fixture.key, "Origin", "https://evil.example"));
    String busy = fixture.keyWith(fixture.organization(), EnumSet.allOf(Permission.class));
    for (int i = 0; i < 10; i++) {
      connect(new Ear(), busy, "/v0/ws");
    }
    assertEquals(429, refusal(busy));
  }

  @Test
  void an_organization_has_fifty_connections() {
    for (int k = 0; k < 5; k++) {
      String key = fixture.keyWith(fixture.organization(), EnumSet.allOf(Permission.class));
      for (int i = 0; i < 10; i++) {
        connect(new Ear(), key, "/v0/ws");
      }
    }
    assertEquals(429, refusal(fixture.key));
  }

  @Test
  void a_revoked_and_a_narrowed_key_lose_their_connection_within_a_second() throws Exception {
    for (boolean revoke : new boolean[] {true, false}) {
      KeySecret secret = KeySecret.generate(new java.security.SecureRandom());
      ApiKey key =
          fixture
              .mailbox
              .accounts()
              .createKey(fixture.organization(), "k", secret, EnumSet.allOf(Permission.class));
      Ear ear = new Ear();
      subscribed(ear, secret.reveal(), "{\"type\":\"subscribe\"}");
      ApiKey changed =
          new ApiKey(
              key.id(),
              key.prefix(),
              key.hash(),
              key.name(),
              key.scope(),
              revoke ? key.permissions() : Set.of(Permission.EVENT_READ),
              false,
              key.createdAt(),
              key.updatedAt(),
              null,
              null,
              revoke ? fixture.mailbox.context().now() : null);
      fixture
          .mailbox
          .context()
          .store()
          .write(
              tx -> {
                tx.apiKeys().update(changed);
                return true;
              });
      long start = System.nanoTime();
      assertEquals(4401, ear.end());
      assertTrue(Duration.ofNanos(System.nanoTime() - start).toMillis() < 2_000);
    }
  }

  @Test
  void binary_and_oversized_messages_end_the_connection() throws Exception {
    Ear binary = new Ear();
    WebSocket first = subscribed(binary, fixture.key, "{\"type\":\"subscribe\"}");
    var unused = first.sendBinary(ByteBuffer.wrap(new byte[3]), true);
    assertEquals(1003, binary.end());
    Ear big = new Ear();
    WebSocket second = subscribed(big, fixture.key, "{\"type\":\"subscribe\"}");
    var ignored = second.sendText("x".repeat(16 * 1024 + 1), true);
    assertEquals(1009, big.end());
    Ear full = new Ear();
    WebSocket third = subscribed(full, fixture.key, "{\"type\":\"subscribe\"}");
    third.sendText(" ".repeat(16 * 1024), true).join();
    assertEquals("error", full.next().get("type").stringValue());
  }

  @Test
  void a_client_that_does_not_read_is_cut_off_and_costs_no_memory() throws IOException {
    RawWebSocket silent = RawWebSocket.open(fixture.http.port(), fixture.key);
    try (silent) {
      silent.awaitUpgrade();
      silent.send("{\"type\":\"subscribe\"}");
      silent.awaitText("subscribed");
      String padding = "x".repeat(32 * 1024);
      int sent = 0;
      while (sent < 2_000 && !silent.isCut()) {
        publish(fixture.organization(), EventType.MESSAGE_SENT, true, padding);
        sent++;
      }
      assertTrue(silent.isCutWithin(Duration.ofSeconds(WAIT_SECONDS)), "still open");
    }
  }

  @Test
  void too_many_messages_end_the_connection() throws Exception {
    Ear ear = new Ear();
    WebSocket socket = subscribed(ear, fixture.key, "{\"type\":\"subscribe\"}");
    for (int i = 0; i < 200 && ear.ends.isEmpty(); i++) {
      socket.sendText("{}", true).join();
      String unused = ear.messages.poll(100, TimeUnit.MILLISECONDS);
    }
    assertEquals(1008, ear.end());
  }

  @Test
  void a_stop_says_going_away() throws Exception {
    Ear ear = new Ear();
    subscribed(ear, fixture.key, "{\"type\":\"subscribe\"}");
    fixture.http.stop(Duration.ofSeconds(1));
    assertEquals(1001, ear.end());
    assertNull(ear.messages.peek());
  }
}
