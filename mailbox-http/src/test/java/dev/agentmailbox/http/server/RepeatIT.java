package dev.agentmailbox.http.server;

import static dev.agentmailbox.http.Problems.assertProblem;
import static dev.agentmailbox.http.Problems.paths;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.http.TestServer;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Requests that come again, come at once, or come when the server is full or stops. */
class RepeatIT {
  private static final int CLIENTS = 16;
  private static final int BEFORE_STOP_MILLIS = 300;

  @AutoClose private TestServer server = TestServer.start();

  @Test
  void a_send_needs_its_idempotency_key() {
    HttpResponse<String> response = server.post("/v0/things/a/send", "{}");
    assertProblem(400, "validation_error", response);
    assertEquals(List.of("header.Idempotency-Key"), paths(response));
  }

  @Test
  void a_repeat_with_the_same_key_gets_the_first_answer() {
    HttpResponse<String> first =
        TestServer.send(
            server
                .jsonPost("/v0/things", "{\"name\":\"a\",\"note\":\"n\"}")
                .header("Idempotency-Key", "k1"));
    HttpResponse<String> second =
        TestServer.send(
            server
                .jsonPost("/v0/things", "{ \"note\":\"n\", \"name\":\"a\"}")
                .header("Idempotency-Key", "k1"));
    assertEquals(200, second.statusCode());
    assertEquals(first.body(), second.body());
    assertTrue(first.headers().firstValue("idempotency-replayed").isEmpty());
    assertEquals("true", second.headers().firstValue("idempotency-replayed").get());
    assertEquals(1, server.operations.made.get());
  }

  // spec ErrorCodes.16
  @Test
  void another_body_with_the_same_key_is_a_conflict() {
    TestServer.send(
        server.jsonPost("/v0/things", "{\"name\":\"a\"}").header("Idempotency-Key", "k1"));
    assertProblem(
        409,
        "idempotency_conflict",
        TestServer.send(
            server.jsonPost("/v0/things", "{\"name\":\"b\"}").header("Idempotency-Key", "k1")));
  }

  @Test
  void a_refused_request_is_tried_afresh() {
    for (int i = 0; i < 2; i++) {
      assertProblem(
          422,
          "send_blocked",
          TestServer.send(
              server
                  .jsonPost("/v0/things", "{\"name\":\"refused\"}")
                  .header("Idempotency-Key", "k1")));
    }
  }

  @Test
  void parallel_repeats_do_the_work_once() {
    List<CompletableFuture<HttpResponse<String>>> calls =
        IntStream.range(0, 20)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () ->
                            TestServer.send(
                                server
                                    .jsonPost("/v0/things", "{\"name\":\"a\"}")
                                    .header("Idempotency-Key", "k1"))))
            .toList();
    long firsts =
        calls.stream()
            .map(CompletableFuture::join)
            .peek(response -> assertEquals(200, response.statusCode()))
            .filter(response -> response.headers().firstValue("idempotency-replayed").isEmpty())
            .count();
    assertEquals(1, firsts);
    assertEquals(1, server.operations.made.get());
  }

  @Test
  void a_full_queue_is_answered_503() throws Exception {
    server.close();
    server = TestServer.start(settings -> settings.withLimits(settings.limits().withWorkers(1, 1)));
    CompletableFuture<HttpResponse<String>> running =
        CompletableFuture.supplyAsync(() -> server.get("/v0/slow"));
    assertTrue(server.operations.slowStarted.await(60, TimeUnit.SECONDS));
    List<CompletableFuture<HttpResponse<String>>> more =
        IntStream.range(0, 3)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> server.get("/v0/beta")))
            .toList();
    CompletableFuture.anyOf(more.toArray(CompletableFuture[]::new)).join();
    HttpResponse<String> refused =
        more.stream()
            .filter(CompletableFuture::isDone)
            .map(CompletableFuture::join)
            .findFirst()
            .orElseThrow();
    assertProblem(503, "upstream_unavailable", refused);
    server.operations.slowMayEnd.countDown();
    assertEquals(200, running.join().statusCode());
  }

  @Test
  void a_stop_finishes_what_is_running_and_takes_nothing_new() throws Exception {
    CompletableFuture<HttpResponse<String>> running =
        CompletableFuture.supplyAsync(() -> server.get("/v0/slow"));
    assertTrue(server.operations.slowStarted.await(60, TimeUnit.SECONDS));
    CompletableFuture<Void> stopping =
        CompletableFuture.runAsync(() -> server.http.stop(Duration.ofSeconds(10)));
    server.operations.slowMayEnd.countDown();
    assertEquals(200, running.join().statusCode());
    stopping.join();
  }

  /** Undertow itself writes 400 to what it reads while its threads stop. */
  @Test
  void a_valid_request_that_arrives_during_a_stop_is_never_called_invalid() throws Exception {
    AtomicBoolean stopped = new AtomicBoolean();
    List<CompletableFuture<Set<Integer>>> clients =
        IntStream.range(0, CLIENTS)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> statusesUntil(stopped)))
            .toList();
    TimeUnit.MILLISECONDS.sleep(BEFORE_STOP_MILLIS);
    server.http.stop(Duration.ofSeconds(10));
    stopped.set(true);
    for (CompletableFuture<Set<Integer>> client : clients) {
      assertTrue(Set.of(200, 503).containsAll(client.join()), () -> client.join().toString());
    }
  }

  private Set<Integer> statusesUntil(AtomicBoolean stopped) {
    Set<Integer> statuses = new HashSet<>();
    while (!stopped.get()) {
      try {
        statuses.add(server.post("/v0/things", "{\"name\":\"a\"}").statusCode());
      } catch (IllegalStateException closed) {
        // No answer: the connection was closed.
      }
    }
    return statuses;
  }
}
