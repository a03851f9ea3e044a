package dev.agentmailbox.http.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.agentmailbox.access.Permission;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.http.MailboxFixture;
import java.net.URLEncoder;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Events over a WebSocket, with the client of the JDK. */
class WebSocketIT extends SocketFixture {
  // spec Events.1, WebSocket.1, WebSocket.3
  @Test
  void events_come_as_they_happen_with_a_cursor_that_polling_takes() throws Exception {
    SocketListener listener = new SocketListener();
    WebSocket socket =
        subscribed(
            listener, fixture.key, "{\"type\":\"subscribe\",\"event_types\":[\"message.sent\"]}");
    publish(EventType.ORG_RESUMED, true);
    String id = publish(EventType.MESSAGE_SENT, true);
    JsonNode told = listener.next();
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
    assertEquals(
        polled.get("events").get(0), listener.next().get("event"), "the same on every channel");
    assertEquals(1, polled.get("count").intValue());
    socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
    assertEquals(1000, listener.end());
  }

  @Test
  void the_root_path_and_an_api_key_in_the_query_work_as_the_client_has_them() throws Exception {
    SocketListener listener = new SocketListener();
    connect(listener, fixture.key, "/v0?api_key=sk_nonsense");
    awaitTold(listener);
    assertEquals(404, fixture.get("/v0").statusCode());
    assertEquals(400, fixture.get("/v0/ws").statusCode());
  }

  // spec Events.4
  @Test
  void quiet_events_come_only_when_asked_for_and_spam_only_with_its_permission() throws Exception {
    SocketListener usual = new SocketListener();
    subscribed(usual, fixture.key, "{\"type\":\"subscribe\"}");
    SocketListener everything = new SocketListener();
    subscribed(everything, fixture.key, "{\"type\":\"subscribe\",\"include_non_wake\":true}");
    String noSpam =
        fixture.keyWith(
            fixture.organization(), EnumSet.complementOf(EnumSet.of(Permission.LABEL_SPAM_READ)));
    SocketListener blind = new SocketListener();
    subscribed(blind, noSpam, "{\"type\":\"subscribe\",\"include_non_wake\":true}");
    String spam = publish(EventType.MESSAGE_RECEIVED_SPAM, false);
    String sent = publish(EventType.MESSAGE_SENT, true);
    assertEquals(sent, usual.next().get("event").get("event_id").stringValue());
    assertEquals(spam, everything.next().get("event").get("event_id").stringValue());
    assertEquals(sent, everything.next().get("event").get("event_id").stringValue());
    assertEquals(sent, blind.next().get("event").get("event_id").stringValue());
  }

  // spec WebSocket.2
  @Test
  void a_second_subscribe_replaces_and_a_bad_one_changes_nothing() throws Exception {
    SocketListener listener = new SocketListener();
    WebSocket socket =
        subscribed(
            listener, fixture.key, "{\"type\":\"subscribe\",\"event_types\":[\"message.sent\"]}");
    for (String bad :
        List.of(
            "not json",
            "{\"type\":\"unsubscribe\"}",
            "{\"type\":\"subscribe\",\"event_types\":[\"nothing\"]}",
            "{\"type\":\"subscribe\",\"unknown\":1}",
            "{\"type\":\"subscribe\",\"inbox_ids\":[\"not@here.test\"]}")) {
      socket.sendText(bad, true).join();
      JsonNode error = listener.next();
      assertEquals("error", error.get("type").stringValue());
      assertFalse(error.get("name").stringValue().isEmpty());
    }
    publish(EventType.ORG_RESUMED, true);
    String sent = publish(EventType.MESSAGE_SENT, true);
    assertEquals(sent, listener.next().get("event").get("event_id").stringValue());
    socket.sendText("{\"type\":\"subscribe\",\"event_types\":[\"org.resumed\"]}", true).join();
    assertEquals("subscribed", listener.next().get("type").stringValue());
    publish(EventType.MESSAGE_SENT, true);
    String resumed = publish(EventType.ORG_RESUMED, true);
    assertEquals(resumed, listener.next().get("event").get("event_id").stringValue());
  }
}
