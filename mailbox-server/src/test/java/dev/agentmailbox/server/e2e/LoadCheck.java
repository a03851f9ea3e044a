package dev.agentmailbox.server.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** Compares what a server has with what clients were promised. */
final class LoadCheck {
  private LoadCheck() {}

  /**
   * Every message that was acknowledged is there once.
   *
   * @param received gets the Message-IDs of received mail
   * @return the Message-ID of the copy of each send, by its id
   */
  static Map<String, String> checkMessages(Api api, NodesLoad load, Set<String> received)
      throws IOException {
    Map<String, Integer> stored = new HashMap<>();
    Map<String, String> copies = new HashMap<>();
    for (JsonNode message : api.all("/inboxes/" + NodesLoad.INBOX + "/messages", "messages")) {
      String id = message.path("rfc_message_id").asString("");
      if (message.path("send_id").isMissingNode()) {
        stored.merge(id, 1, Integer::sum);
      } else {
        copies.put(message.path("send_id").asString(""), id);
      }
    }
    Set<String> lost = new TreeSet<>(load.received);
    lost.removeAll(stored.keySet());
    assertEquals(Set.of(), lost, "acknowledged with 250 and lost");
    stored.forEach((id, times) -> assertEquals(1, times, id + " stored more than once"));
    received.addAll(stored.keySet());
    return copies;
  }

  /** Everything that was acknowledged is there once; each send left once, or twice as promised. */
  static void check(Api api, NodesLoad load, SmtpSink sink) throws IOException {
    assertEquals(Set.of(), load.strange);
    assertEquals(Set.of(), load.doubled, "one key, two sends");
    Set<String> stored = new HashSet<>();
    Map<String, String> copies = checkMessages(api, load, stored);

    Map<String, Integer> taken = sink.taken();
    for (String sendId : load.accepted.values()) {
      int times = taken.getOrDefault(copies.getOrDefault(sendId, "no copy"), 0);
      assertTrue(times == 1 || times == 2, () -> sendId + " was taken " + times + " times");
    }
    checkEvents(api, stored);
  }

  /** One event for each message that was received, and none twice. */
  private static void checkEvents(Api api, Set<String> stored) throws IOException {
    Set<String> ids = new HashSet<>();
    Set<String> received = new HashSet<>();
    String cursor = "";
    boolean more = true;
    while (more) {
      Api.Answer page =
          api.get("/events?limit=200" + (cursor.isEmpty() ? "" : "&after=" + cursor)).expect(200);
      for (JsonNode event : page.body().path("events")) {
        assertTrue(ids.add(event.path("event_id").asString("")), () -> "twice: " + event);
        if (event.path("event_type").asString("").equals("message.received")) {
          received.add(event.path("message_id").asString(""));
        }
      }
      cursor = page.text("cursor");
      more = page.body().path("has_more").asBoolean(false);
    }
    assertEquals(stored.size(), received.size(), "events of received messages");
  }
}
