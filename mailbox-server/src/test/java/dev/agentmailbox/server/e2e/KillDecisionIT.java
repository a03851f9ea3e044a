package dev.agentmailbox.server.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.fixture.Slow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Kills the server at random moments while a human decides about many sends: each is decided or
 * not, never by half, and is in the audit trail once; what was approved reaches the relay, what was
 * rejected never does. {@code -Dkill.rounds=50} for a long run.
 */
@Slow
class KillDecisionIT {
  private static final int ROUNDS = Integer.getInteger("kill.rounds", 2);
  private static final int SENDS = 12;
  private static final int MAX_LIFE_MILLIS = 400;
  private static final long SETTLE_SECONDS = 120;
  private static final String BOX = "/inboxes/sender@agents.localhost";

  @TempDir Path directory;
  private final AtomicInteger endings = new AtomicInteger();

  @Test
  void a_decision_is_made_or_not_and_never_by_half() throws Exception {
    long seed = Long.getLong("kill.seed", System.nanoTime());
    Random random = new Random(seed);
    try (SmtpSink relay = new SmtpSink();
        ServerProcess server =
            new ServerProcess(directory)
                .with("MAILBOX_RELAY_URL", "smtp://127.0.0.1:" + relay.port())) {
      server.start();
      server.api().post("/inboxes", "{\"username\":\"sender\"}", Map.of()).expect(200);
      Api owner = server.owner();
      String policy = "{\"approval_flags\":[\"first_contact\"]}";
      owner.call("PATCH", "/policy", policy, Map.of()).expect(200);
      for (int round = 0; round < ROUNDS; round++) {
        List<JsonNode> pending = ask(server.api(), round);
        Thread human = new Thread(() -> decide(owner, pending), "human");
        human.start();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20L + random.nextInt(MAX_LIFE_MILLIS)));
        server.kill();
        human.join();
        server.start();
        requireWhole(server.api(), owner, pending, "seed " + seed);
        decide(owner, pending);
        requireOutcome(server.api(), owner, relay, pending, "seed " + seed);
      }
    }
  }

  private static List<JsonNode> ask(Api api, int round) throws IOException {
    for (int i = 0; i < SENDS; i++) {
      String name = "r" + round + "-" + i;
      String body = "{\"to\":[\"" + name + "@client.test\"],\"text\":\"Hello " + name + "\"}";
      api.post(BOX + "/messages/send", body, Map.of("Idempotency-Key", name)).expect(202);
    }
    List<JsonNode> pending = api.all("/approvals?status=pending", "approvals");
    assertEquals(SENDS, pending.size());
    return pending;
  }

  /** Approves the even ones and rejects the odd ones, until the server is gone. */
  private void decide(Api owner, List<JsonNode> pending) {
    try {
      for (int i = 0; i < pending.size(); i++) {
        String verb = isApproved(i) ? "/approve" : "/reject";
        Api.Answer answer = postUntilTaken(owner, path(pending.get(i)) + verb);
        assertTrue(answer.status() == 200 || answer.status() == 409, answer::toString);
      }
    } catch (IOException killed) {
      endings.incrementAndGet();
    }
  }

  /** Again when it is asked to come again, as a busy machine may do. */
  private static Api.Answer postUntilTaken(Api owner, String path) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SETTLE_SECONDS);
    Api.Answer answer = owner.post(path, "", Map.of());
    while (answer.status() == 503 && System.nanoTime() < deadline) {
      System.out.println("asked to come again: " + answer.body());
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
      answer = owner.post(path, "", Map.of());
    }
    return answer;
  }

  private static boolean isApproved(int number) {
    return number % 2 == 0;
  }

  private static String path(JsonNode approval) {
    return "/approvals/" + approval.path("approval_id").asString();
  }

  private static String status(Api api, String path) throws IOException {
    return api.get(path).expect(200).text("status");
  }

  private static String sendPath(JsonNode approval) {
    return "/sends/" + approval.path("send_id").asString();
  }

  private static void requireWhole(Api api, Api owner, List<JsonNode> approvals, String seed)
      throws IOException {
    Map<String, Integer> told = decided(api);
    Map<String, Integer> audited = audited(owner);
    for (JsonNode approval : approvals) {
      String decision = status(api, path(approval));
      String send = status(api, sendPath(approval));
      int events = told.getOrDefault(approval.path("approval_id").asString(), 0);
      assertEquals(decision.equals("pending"), send.equals("pending_approval"), seed);
      assertEquals(decision.equals("rejected"), send.equals("rejected"), seed);
      assertEquals(decision.equals("pending") ? 0 : 1, events, seed);
      int entries = audited.getOrDefault(approval.path("approval_id").asString(), 0);
      assertEquals(events, entries, "entries of the audit trail, " + seed);
    }
  }

  /** How often each decision is in the audit trail. */
  private static Map<String, Integer> audited(Api owner) throws IOException {
    Map<String, Integer> audited = new HashMap<>();
    for (String action : List.of("approval.approved", "approval.rejected")) {
      for (JsonNode entry : owner.all("/audit?action=" + action, "entries")) {
        audited.merge(entry.path("facts").path("approval_id").asString(), 1, Integer::sum);
      }
    }
    return audited;
  }

  /** How often each decision was told. */
  private static Map<String, Integer> decided(Api api) throws IOException {
    Map<String, Integer> told = new HashMap<>();
    String after = "";
    boolean more = true;
    while (more) {
      Api.Answer page =
          api.get(
                  "/events?types=approval.decided&limit=200"
                      + (after.isEmpty() ? "" : "&after=" + after))
              .expect(200);
      page.body()
          .path("events")
          .forEach(e -> told.merge(e.path("data").path("approval_id").asString(), 1, Integer::sum));
      after = page.text("cursor");
      more = page.body().path("has_more").asBoolean();
    }
    return told;
  }

  private static void requireOutcome(
      Api api, Api owner, SmtpSink relay, List<JsonNode> approvals, String seed)
      throws IOException {
    awaitNothingUnderWay(api);
    requireWhole(api, owner, approvals, seed);
    for (int i = 0; i < approvals.size(); i++) {
      JsonNode send = api.get(sendPath(approvals.get(i))).expect(200).body();
      assertEquals(isApproved(i) ? "sent" : "rejected", send.path("status").asString(), seed);
      if (isApproved(i)) {
        String id = send.path("message_id").asString();
        String messageId = api.get(BOX + "/messages/" + id).expect(200).text("rfc_message_id");
        int times = relay.taken().getOrDefault(messageId, 0);
        assertTrue(times == 1 || times == 2, times + " times, " + seed);
      }
      String recipient = send.path("recipients").path(0).path("address").asString();
      assertEquals(isApproved(i), relay.recipients().contains(recipient), recipient + ", " + seed);
    }
  }

  private static void awaitNothingUnderWay(Api api) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SETTLE_SECONDS);
    while (!api.all("/sends?status=sending", "sends").isEmpty()) {
      assertTrue(System.nanoTime() < deadline, "sends are still waiting");
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
    }
  }
}
