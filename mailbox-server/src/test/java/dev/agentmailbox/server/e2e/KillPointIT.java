package dev.agentmailbox.server.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.fixture.Slow;
import dev.agentmailbox.server.e2e.SmtpSink.Place;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Kills the server at exactly one place of a send's way: the relay it hands over to does so. The
 * rows of docs/crash-matrix.md.
 */
@Slow
class KillPointIT {
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final String OWNER = "owner@localhost";
  private static final String BOX = "/inboxes/sender@agents.localhost";

  @TempDir Path directory;
  private SmtpSink relay;
  private ServerProcess server;
  private CountDownLatch killed = new CountDownLatch(1);

  @BeforeEach
  void start() throws IOException {
    relay = new SmtpSink();
    server =
        new ServerProcess(directory)
            .with("MAILBOX_RELAY_URL", "smtp://127.0.0.1:" + relay.port())
            .start();
    for (String name : new String[] {"sender", "colleague"}) {
      server.api().post("/inboxes", "{\"username\":\"" + name + "\"}", Map.of()).expect(200);
    }
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
    relay.close();
  }

  private void killAt(Place place) {
    killed = new CountDownLatch(1);
    relay.at(
        place,
        () -> {
          server.kill();
          killed.countDown();
        });
  }

  private void startAgain() throws InterruptedException {
    assertTrue(killed.await(LIMIT.toSeconds(), TimeUnit.SECONDS), "it was not killed");
    server.start();
  }

  private Api.Answer send(String to) throws IOException {
    String body = "{\"to\":[" + to + "],\"subject\":\"Hello\",\"text\":\".\\nThe words.\"}";
    return server.api().post(BOX + "/messages/send", body, Map.of("Idempotency-Key", "key"));
  }

  /** The server dies while it hands the send over, before or after it has answered. */
  private void sendAndDie(Place place, String to) throws Exception {
    killAt(place);
    beforeItDies(() -> send(to).expect(202));
    startAgain();
  }

  private interface Call {
    void run() throws IOException;
  }

  /** The answer may be lost; a wrong one is a failure. */
  private static void beforeItDies(Call call) {
    try {
      call.run();
    } catch (IOException lost) {
      // It died before it answered.
    }
  }

  private JsonNode record(String sendId) throws IOException {
    return server.api().get("/sends/" + sendId).expect(200).body();
  }

  private String awaitSent(String sendId) {
    await(() -> status(sendId).equals("sent"));
    return messageId(sendId);
  }

  private String status(String sendId) {
    try {
      return record(sendId).path("status").asString();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private String messageId(String sendId) {
    try {
      String id = record(sendId).path("message_id").asString();
      return server.api().get(BOX + "/messages/" + id).expect(200).text("rfc_message_id");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, "it does not come to that");
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
  }

  private int taken(String rfcMessageId) {
    return relay.taken().getOrDefault(rfcMessageId, 0);
  }

  private String replayed(String to) throws IOException {
    Api.Answer again = send(to).expect(202);
    assertTrue(again.headers().containsKey("idempotency-replayed"), "a second send was made");
    List<JsonNode> sends = server.api().all("/sends", "sends");
    assertEquals(1, sends.size(), () -> again.headers() + "\n" + sends);
    return again.text("send_id");
  }

  @Test
  void killed_before_the_answer_of_a_send_it_is_done_once() throws Exception {
    sendAndDie(Place.BEFORE_MAIL, "\"bob@client.test\"");
    String sendId = replayed("\"bob@client.test\"");
    assertEquals(1, taken(awaitSent(sendId)));
  }

  @Test
  void killed_before_the_final_dot_it_is_taken_once() throws Exception {
    sendAndDie(Place.BEFORE_354, "\"bob@client.test\"");
    String sendId = replayed("\"bob@client.test\"");
    assertEquals(1, taken(awaitSent(sendId)));
  }

  @Test
  void killed_twice_after_the_final_dot_it_is_taken_twice_and_never_again() throws Exception {
    sendAndDie(Place.BEFORE_250, "\"bob@client.test\"");
    killAt(Place.BEFORE_250);
    startAgain();
    String sendId = replayed("\"bob@client.test\"");
    assertEquals(2, taken(awaitSent(sendId)));
    assertEquals("unconfirmed", record(sendId).path("recipients").get(0).path("detail").asString());
    assertEquals(1, relay.taken().size(), "the same Message-ID");
  }

  @Test
  void killed_after_the_250_it_is_taken_once_or_once_more() throws Exception {
    sendAndDie(Place.AFTER_250, "\"bob@client.test\"");
    int times = taken(awaitSent(replayed("\"bob@client.test\"")));
    assertTrue(times == 1 || times == 2, times + " times");
  }

  @Test
  void killed_between_two_recipients_each_gets_one() throws Exception {
    String both = "\"colleague@agents.localhost\",\"bob@client.test\"";
    sendAndDie(Place.BEFORE_354, both);
    String sendId = replayed(both);
    await(() -> inboundOfColleague() == 1 && isSettled(sendId));
    assertEquals(1, taken(messageId(sendId)));
    assertEquals(1, inboundOfColleague());
  }

  private boolean isSettled(String sendId) {
    try {
      for (JsonNode recipient : record(sendId).path("recipients")) {
        if (recipient.path("status").asString().equals("pending")) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private int inboundOfColleague() {
    try {
      return server.api().all("/inboxes/colleague@agents.localhost/messages", "messages").size();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void killed_between_the_approval_and_the_hand_over_the_approved_bytes_leave_once()
      throws Exception {
    Api owner = server.owner();
    owner
        .call("PATCH", "/policy", "{\"approval_flags\":[\"first_contact\"]}", Map.of())
        .expect(200);
    String sendId = send("\"bob@client.test\"").expect(202).text("send_id");
    JsonNode approval = server.api().all("/approvals?status=pending", "approvals").get(0);
    // The notification of the approvers takes the same relay.
    await(() -> relay.recipients().contains(OWNER));
    killAt(Place.BEFORE_MAIL);
    String path = "/approvals/" + approval.path("approval_id").asString() + "/approve";
    beforeItDies(() -> owner.post(path, "", Map.of()).expect(200));
    startAgain();
    String messageId = awaitSent(sendId);
    assertEquals(1, taken(messageId));
    assertEquals(
        approval.path("content_hash").asString(),
        HexFormat.of()
            .formatHex(MessageDigest.getInstance("SHA-256").digest(relay.content(messageId))));
  }

  @Test
  void a_scheduled_send_that_fell_due_while_nothing_ran_leaves_at_the_start() throws Exception {
    String at = Instant.now().plus(Duration.ofHours(1)).toString();
    String sendId =
        server
            .api()
            .post(
                BOX + "/messages/send",
                "{\"to\":[\"bob@client.test\"],\"text\":\"Later.\",\"send_at\":\"" + at + "\"}",
                Map.of("Idempotency-Key", "key"))
            .expect(202)
            .text("send_id");
    server.kill();
    server.offBy(Duration.ofHours(2)).start();
    assertEquals(1, taken(awaitSent(sendId)));
  }
}
