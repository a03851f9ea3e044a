package dev.agentmailbox.http.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.service.access.NewApiKey;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.ScopeRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When a connection ends, and how. */
class WebSocketEndIT extends SocketFixture {
  private static final int STALLED = 10;

  /** Twice what ten clients may have waiting. */
  private static final long MAX_GROWN_BYTES = (2L * STALLED) << 20;

  // spec Authentication.8, WebSocket.4
  @Test
  void a_revoked_and_a_narrowed_key_lose_their_connection() throws Exception {
    for (boolean revoke : new boolean[] {true, false}) {
      KeySecret secret = KeySecret.generate(new java.security.SecureRandom());
      ApiKey key =
          fixture
              .mailbox
              .accounts()
              .createKey(fixture.organization(), "k", secret, EnumSet.allOf(Permission.class));
      SocketListener listener = new SocketListener();
      subscribed(listener, secret.reveal(), "{\"type\":\"subscribe\"}");
      ApiKey changed =
          new ApiKey(
              key.id(),
              key.prefix(),
              key.hash(),
              key.name(),
              key.scope(),
              revoke ? key.permissions() : Set.of(Permission.EVENT_READ),
              false,
              new ApiKey.Life(
                  key.createdAt(),
                  key.updatedAt(),
                  null,
                  null,
                  revoke ? fixture.mailbox.context().now() : null));
      fixture
          .mailbox
          .context()
          .write(
              tx -> {
                tx.apiKeys().update(changed);
                return true;
              });
      assertEquals(4401, listener.end());
    }
  }

  @Test
  void a_stop_says_going_away() throws Exception {
    SocketListener listener = new SocketListener();
    subscribed(listener, fixture.key, "{\"type\":\"subscribe\"}");
    fixture.http.stop(Duration.ofSeconds(1));
    assertEquals(1001, listener.end());
    assertNull(listener.messages.peek());
  }

  // spec WebSocket.4
  @Test
  void a_suspended_organization_loses_its_connections_each_time_and_may_come_back()
      throws Exception {
    SocketListener before = new SocketListener();
    subscribed(before, fixture.key, EVERYTHING);
    fixture.mailbox.pauses().suspend(fixture.human(Role.OWNER), null, IdempotentRequest.unkeyed());
    assertEquals(4401, before.end());
    SocketListener during = new SocketListener();
    subscribed(during, fixture.key, EVERYTHING);
    String told = publish(EventType.MESSAGE_RECEIVED, true);
    assertEquals(told, during.next().get("event").get("event_id").stringValue());
    fixture.mailbox.pauses().resume(fixture.human(Role.OWNER), IdempotentRequest.unkeyed());
    assertEquals("org.resumed", during.next().get("event").get("event_type").stringValue());
    awaitLook();
    fixture.mailbox.pauses().suspend(fixture.human(Role.OWNER), null, IdempotentRequest.unkeyed());
    assertEquals(4401, during.end());
  }

  /**
   * Returns when the watch has looked at every connection at least once more: it asks for a ping.
   */
  private void awaitLook() throws Exception {
    try (RawWebSocket probe = RawWebSocket.open(fixture.http.port(), anotherKey())) {
      probe.awaitUpgrade();
      clock.advance(Duration.ofSeconds(31));
      probe.awaitPing();
      clock.advance(Duration.ofSeconds(31));
      probe.awaitPing();
    }
  }

  // spec Expiry.3
  @Test
  void a_connection_ends_within_the_hour_and_not_before_fifty_five_minutes() throws Exception {
    List<SocketListener> ears = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      SocketListener listener = new SocketListener();
      subscribed(listener, fixture.key, EVERYTHING);
      ears.add(listener);
    }
    clock.advance(Duration.ofMinutes(53).plusSeconds(50));
    awaitLook();
    for (SocketListener listener : ears) {
      assertNull(listener.ends.peek(), "ended early");
    }
    clock.advance(Duration.ofMinutes(5).plusSeconds(8));
    for (SocketListener listener : ears) {
      assertEquals(1001, listener.end());
    }
  }

  // spec Expiry.3
  @Test
  void a_connection_ends_when_its_key_expires() throws Exception {
    Instant expiry = fixture.mailbox.context().now().plus(Duration.ofMinutes(7));
    String key =
        fixture
            .mailbox
            .apiKeys()
            .create(
                fixture.human(Role.OWNER),
                ScopeRef.OWN,
                new NewApiKey("short", null, expiry),
                IdempotentRequest.unkeyed())
            .secret()
            .reveal();
    SocketListener listener = new SocketListener();
    subscribed(listener, key, EVERYTHING);
    clock.advance(Duration.ofMinutes(7));
    assertEquals(4401, listener.end());
  }

  @Test
  void a_client_that_answers_no_ping_is_given_up_after_two() throws Exception {
    try (RawWebSocket silent = RawWebSocket.open(fixture.http.port(), fixture.key)) {
      silent.awaitUpgrade();
      clock.advance(Duration.ofSeconds(31));
      silent.awaitPing();
      clock.advance(Duration.ofSeconds(31));
      silent.awaitPing();
      clock.advance(Duration.ofSeconds(31));
      assertEquals(1001, silent.awaitClose());
    }
  }

  // spec WebSocket.4, Rates.8
  @Test
  void clients_that_do_not_read_are_cut_off_at_a_mebibyte_and_cost_no_memory() throws Exception {
    List<RawWebSocket> silent = new ArrayList<>();
    try {
      for (int i = 0; i < STALLED; i++) {
        RawWebSocket socket = RawWebSocket.open(fixture.http.port(), anotherKey());
        silent.add(socket);
        socket.awaitUpgrade();
        socket.send(EVERYTHING);
        socket.awaitText("subscribed");
      }
      // One text for all events: the store in memory keeps it once.
      String padding = "x".repeat(32 * 1024);
      long before = usedAfterCollection();
      for (int i = 0; i < 1_000; i++) {
        publish(fixture.organization(), EventType.MESSAGE_SENT, true, padding);
        if (i == 200) {
          long grown = usedAfterCollection() - before;
          assertTrue(grown < MAX_GROWN_BYTES, grown + " bytes more after 6 MiB for each");
        }
      }
      for (RawWebSocket socket : silent) {
        assertTrue(socket.isCutWithin(Duration.ofSeconds(WAIT_SECONDS)), "still open");
      }
      long grown = usedAfterCollection() - before;
      assertTrue(grown < MAX_GROWN_BYTES, grown + " bytes more after 31 MiB for each");
    } finally {
      for (RawWebSocket socket : silent) {
        socket.close();
      }
    }
  }

  private static long usedAfterCollection() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
