package dev.agentmailbox.http.live;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.event.EventType;
import java.net.http.WebSocket;
import org.junit.jupiter.api.RepeatedTest;

/** From where on a connection hears of events. */
class WebSocketStartIT extends SocketFixture {
  private static final int BEFORE = 8;

  @RepeatedTest(20)
  void an_event_right_after_the_handshake_is_heard_also_while_places_are_freed() throws Exception {
    String key = anotherKey();
    for (int i = 0; i < BEFORE; i++) {
      connect(new SocketListener(), key, "/v0/ws").sendClose(WebSocket.NORMAL_CLOSURE, "").join();
    }
    SocketListener listener = new SocketListener();
    connect(listener, key, "/v0/ws");
    String event = publish(EventType.MESSAGE_SENT, true);
    assertEquals(event, listener.next().get("event").get("event_id").stringValue());
  }
}
