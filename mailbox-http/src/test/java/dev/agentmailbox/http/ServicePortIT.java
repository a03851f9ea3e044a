package dev.agentmailbox.http;

import static dev.agentmailbox.http.Problems.assertProblem;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.port.StoreState;
import dev.agentmailbox.port.sending.SendQueue;
import dev.agentmailbox.service.work.QueueDepths;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What the service says of itself, and where. */
class ServicePortIT {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static HttpResponse<String> get(int port, String path) {
    return TestServer.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofSeconds(20)));
  }

  private static MailboxHttp start(String baseUrl, UnaryOperator<MailboxHttp.Builder> change) {
    MailboxHttp http =
        change.apply(MailboxHttp.builder(HttpSettings.at("127.0.0.1", 0, baseUrl))).build();
    http.start();
    return http;
  }

  @Test
  void counters_with_a_port_of_their_own_are_nowhere_else() {
    MailboxHttp http = start("http://localhost:8080", builder -> builder.metricsPort(0));
    try {
      int own = http.metricsPort().orElseThrow();
      assertEquals(200, get(http.port(), "/v0/health").statusCode());
      assertEquals(404, get(http.port(), "/metrics").statusCode());
      HttpResponse<String> counters = get(own, "/metrics");
      assertEquals(200, counters.statusCode());
      assertTrue(counters.body().contains("mailbox_http_requests"));
      assertEquals(200, get(own, "/v0/health").statusCode());
      assertEquals(200, get(own, "/readyz").statusCode());
      assertEquals(404, get(own, "/v0/beta").statusCode());
    } finally {
      http.stop(Duration.ZERO);
    }
  }

  @Test
  void without_one_they_are_for_callers_on_this_machine() {
    MailboxHttp http = start("http://localhost:8080", builder -> builder);
    try {
      assertEquals(200, get(http.port(), "/metrics").statusCode());
      assertTrue(http.metricsPort().isEmpty());
    } finally {
      http.stop(Duration.ZERO);
    }
  }

  // spec Decisions.25
  @Test
  void readiness_says_503_while_the_store_is_away_and_health_goes_on() {
    AtomicBoolean there = new AtomicBoolean();
    MailboxHttp http = start("http://localhost:8080", builder -> builder.storeAnswers(there::get));
    try {
      HttpResponse<String> away = get(http.port(), "/readyz");
      assertProblem(503, "upstream_unavailable", away);
      assertTrue(away.headers().firstValue("retry-after").isPresent());
      assertEquals(200, get(http.port(), "/v0/health").statusCode());
      there.set(true);
      long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
      while (get(http.port(), "/readyz").statusCode() != 200 && System.nanoTime() < deadline) {
        Thread.onSpinWait();
      }
      assertEquals(200, get(http.port(), "/readyz").statusCode());
    } finally {
      http.stop(Duration.ZERO);
    }
  }

  @Test
  void what_waits_is_among_the_counters_and_counted_once_for_several_scrapes() {
    AtomicInteger counted = new AtomicInteger();
    MailboxHttp http =
        start(
            "http://localhost:8080",
            builder ->
                builder.queues(
                    () -> {
                      counted.incrementAndGet();
                      return new QueueDepths(new SendQueue(3, 2, 1), 5, 7);
                    }));
    try {
      String first = get(http.port(), "/metrics").body();
      assertEquals(
          List.of(
              "mailbox_queue_approvals 5.0",
              "mailbox_queue_sends{state=\"deferred\"} 2.0",
              "mailbox_queue_sends{state=\"queued\"} 3.0",
              "mailbox_queue_sends{state=\"scheduled\"} 1.0",
              "mailbox_queue_webhook_deliveries 7.0"),
          first.lines().filter(line -> line.startsWith("mailbox_queue_")).sorted().toList());
      assertTrue(get(http.port(), "/metrics").body().contains("mailbox_queue_approvals 5.0"));
      assertEquals(1, counted.get());
    } finally {
      http.stop(Duration.ZERO);
    }
  }

  @Test
  void counters_without_the_store_have_no_number_of_what_waits() {
    MailboxHttp http =
        start(
            "http://localhost:8080",
            builder ->
                builder.queues(
                    () -> {
                      throw new IllegalStateException("away");
                    }));
    try {
      HttpResponse<String> counters = get(http.port(), "/metrics");
      assertEquals(200, counters.statusCode());
      assertFalse(counters.body().contains("\nmailbox_queue_"), counters.body());
      assertTrue(counters.body().contains("\nmailbox_store_state"), counters.body());
    } finally {
      http.stop(Duration.ZERO);
    }
  }

  @Test
  void a_full_store_is_ready_to_be_read() {
    StoreState full = new StoreState(StoreState.Kind.FULL, "the disk of /data is full");
    MailboxHttp http = start("http://localhost:8080", builder -> builder.storeState(() -> full));
    try {
      assertEquals(
          "{\"status\":\"ready\",\"store\":\"full\"}\n", get(http.port(), "/readyz").body());
      assertTrue(get(http.port(), "/v0/health").body().contains("\"store\":\"full\""));
    } finally {
      http.stop(Duration.ZERO);
    }
  }

  @Test
  void a_store_that_failed_is_alive_and_not_ready_and_only_the_port_apart_says_why() {
    StoreState failed = new StoreState(StoreState.Kind.READ_ONLY, "Input/output error");
    MailboxHttp http =
        start("http://localhost:8080", builder -> builder.metricsPort(0).storeState(() -> failed));
    try {
      HttpResponse<String> health = get(http.port(), "/v0/health");
      assertEquals(200, health.statusCode());
      assertTrue(health.body().contains("\"store\":\"read_only\""), health.body());
      HttpResponse<String> ready = get(http.port(), "/readyz");
      assertEquals(503, ready.statusCode());
      assertFalse(ready.body().contains("Input/output error"), ready.body());
      int apart = http.metricsPort().orElseThrow();
      assertTrue(get(apart, "/readyz").body().contains("Input/output error"));
      assertTrue(
          get(apart, "/metrics").body().contains("mailbox_store_state{state=\"read_only\"} 1"));
    } finally {
      http.stop(Duration.ZERO);
    }
  }

  // spec Decisions.25
  @Test
  void while_it_stops_it_is_alive_and_not_ready_on_both_ports_and_refuses_the_rest()
      throws InterruptedException {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    MailboxHttp http =
        start(
            "http://localhost:8080",
            builder ->
                builder
                    .metricsPort(0)
                    .beta(
                        () -> {
                          entered.countDown();
                          try {
                            mayEnd.await();
                          } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                          }
                          return new BetaStatus("waitlist", "open", "http://a/", "http://b/");
                        }));
    CompletableFuture<Integer> running =
        CompletableFuture.supplyAsync(() -> get(http.port(), "/v0/beta").statusCode());
    entered.await();
    CompletableFuture<Void> stop = CompletableFuture.runAsync(() -> http.stop(PATIENCE));
    try {
      while (get(http.port(), "/readyz").statusCode() == 200) {
        Thread.onSpinWait();
      }
      for (int port : new int[] {http.port(), http.metricsPort().orElseThrow()}) {
        assertEquals(200, get(port, "/v0/health").statusCode());
        assertProblem(503, "upstream_unavailable", get(port, "/readyz"));
      }
      while (get(http.port(), "/v0/openapi.json").statusCode() == 200) {
        Thread.onSpinWait();
      }
      HttpResponse<String> refused = get(http.port(), "/v0/openapi.json");
      assertProblem(503, "upstream_unavailable", refused);
      assertEquals("close", refused.headers().firstValue("connection").orElse("kept"));
    } finally {
      mayEnd.countDown();
      stop.join();
    }
    assertEquals(200, running.join());
  }

  @Test
  void a_pool_that_takes_no_more_work_is_a_refusal_and_not_an_error_of_ours() {
    MailboxHttp http =
        start(
            "http://localhost:8080",
            builder ->
                builder.beta(
                    () -> {
                      throw new RejectedExecutionException("stopping");
                    }));
    try {
      assertProblem(503, "upstream_unavailable", get(http.port(), "/v0/beta"));
    } finally {
      http.stop(Duration.ZERO);
    }
  }

  @Test
  void browsers_are_told_to_stay_with_tls_when_the_service_has_it() {
    for (String baseUrl : new String[] {"https://mail.example", "http://mail.example"}) {
      MailboxHttp http = start(baseUrl, builder -> builder);
      try {
        for (String path : new String[] {"/v0/health", "/v0/nothing"}) {
          assertEquals(
              baseUrl.startsWith("https:"),
              get(http.port(), path).headers().map().containsKey("strict-transport-security"));
        }
      } finally {
        http.stop(Duration.ZERO);
      }
    }
  }

  @Test
  void a_bound_port_is_ours_and_serves_from_the_start_on() throws IOException {
    MailboxHttp http =
        MailboxHttp.builder(HttpSettings.at("127.0.0.1", 0, "http://localhost:8080")).build();
    http.bind();
    try (RawClient early = new RawClient(http.port())) {
      early.write("GET /v0/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      http.start();
      assertTrue(early.readAll(10_000).startsWith("HTTP/1.1 200 "));
    } finally {
      http.stop(Duration.ZERO);
    }
  }
}
