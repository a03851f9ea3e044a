package dev.agentmailbox.http.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Permission;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Who may connect, how often, and with what messages. */
class WebSocketLimitsIT extends SocketFixture {
  // spec Authentication.8, WebSocket.1
  @Test
  void handshakes_are_refused_before_the_upgrade() {
    assertEquals(401, refusal(""));
    assertEquals(401, refusal("sk_00000000_" + "0".repeat(43)));
    assertEquals(
        403, refusal(fixture.keyWith(fixture.organization(), EnumSet.of(Permission.INBOX_READ))));
    assertEquals(403, refusal(fixture.key, "Origin", "https://evil.example"));
    String busy = fixture.keyWith(fixture.organization(), EnumSet.allOf(Permission.class));
    for (int i = 0; i < 10; i++) {
      connect(new SocketListener(), busy, "/v0/ws");
    }
    assertEquals(429, refusal(busy));
  }

  // spec WebSocket.5, Rates.8
  @Test
  void an_organization_has_fifty_connections() {
    for (int k = 0; k < 5; k++) {
      String key = fixture.keyWith(fixture.organization(), EnumSet.allOf(Permission.class));
      for (int i = 0; i < 10; i++) {
        connect(new SocketListener(), key, "/v0/ws");
      }
    }
    assertEquals(429, refusal(fixture.key));
  }

  @Test
  void binary_and_oversized_messages_end_the_connection() throws Exception {
    SocketListener binary = new SocketListener();
    WebSocket first = subscribed(binary, fixture.key, "{\"type\":\"subscribe\"}");
    var unused = first.sendBinary(ByteBuffer.wrap(new byte[3]), true);
    assertEquals(1003, binary.end());
    SocketListener big = new SocketListener();
    WebSocket second = subscribed(big, fixture.key, "{\"type\":\"subscribe\"}");
    var ignored = second.sendText("x".repeat(16 * 1024 + 1), true);
    assertEquals(1009, big.end());
    SocketListener full = new SocketListener();
    WebSocket third = subscribed(full, fixture.key, "{\"type\":\"subscribe\"}");
    third.sendText(" ".repeat(16 * 1024), true).join();
    assertEquals("error", full.next().get("type").stringValue());
  }

  @Test
  void too_many_messages_end_the_connection() throws Exception {
    SocketListener listener = new SocketListener();
    WebSocket socket = subscribed(listener, fixture.key, "{\"type\":\"subscribe\"}");
    for (int i = 0; i < 200 && listener.ends.isEmpty(); i++) {
      socket.sendText("{}", true).join();
      String unused = listener.messages.poll(100, TimeUnit.MILLISECONDS);
    }
    assertEquals(1008, listener.end());
  }

  // spec WebSocket.5
  @Test
  void a_refused_handshake_counts_and_the_answer_says_when_to_come_again() throws Exception {
    String eager = anotherKey();
    for (int i = 0; i < 10; i++) {
      assertEquals(403, refusal(eager, "Origin", "https://evil.example"));
    }
    HttpResponse<?> refused = refused(eager);
    assertEquals(429, refused.statusCode());
    int wait = Integer.parseInt(refused.headers().firstValue("retry-after").orElseThrow());
    assertTrue(wait >= 1 && wait <= 60, wait + " s");
    connect(new SocketListener(), anotherKey(), "/v0/ws");
    clock.advance(Duration.ofSeconds(wait));
    connect(new SocketListener(), eager, "/v0/ws");
  }

  // spec WebSocket.5
  @Test
  void a_key_has_ten_connections_and_the_end_of_one_makes_room() throws Exception {
    String key = anotherKey();
    List<WebSocket> sockets = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      SocketListener listener = new SocketListener();
      sockets.add(subscribed(listener, key, EVERYTHING));
    }
    clock.advance(Duration.ofMinutes(2));
    HttpResponse<?> refused = refused(key);
    assertEquals(429, refused.statusCode());
    assertTrue(refused.headers().firstValue("retry-after").isPresent());
    sockets.get(0).sendClose(WebSocket.NORMAL_CLOSURE, "").join();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
    boolean room = false;
    while (!room && System.nanoTime() < deadline) {
      clock.advance(Duration.ofSeconds(10));
      room = isLetIn(key);
    }
    assertTrue(room, "no room was made");
  }

  private boolean isLetIn(String key) {
    try {
      connect(new SocketListener(), key, "/v0/ws");
      return true;
    } catch (CompletionException full) {
      return false;
    }
  }
}
