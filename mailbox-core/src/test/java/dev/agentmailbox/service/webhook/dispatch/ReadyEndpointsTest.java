package dev.agentmailbox.service.webhook.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReadyEndpointsTest {
  private static final RoundResult FAILED = new RoundResult(1, false, null, true);
  private static final RoundResult SUCCEEDED = new RoundResult(1, false, null, false);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final WebhookLimits LIMITS =
      new WebhookLimits(
          new WebhookLimits.Workers(4, 2, 1),
          SECOND,
          SECOND,
          SECOND.multipliedBy(3),
          SECOND,
          SECOND,
          SECOND);
  private final AtomicLong nanos = new AtomicLong();
  private final ReadyEndpoints ready = new ReadyEndpoints(LIMITS, nanos::get);

  private static EndpointKey key(String id) {
    return new EndpointKey("org_1", id);
  }

  private List<String> takeAll() {
    List<String> taken = new ArrayList<>();
    Optional<EndpointKey> next = ready.take();
    while (next.isPresent()) {
      taken.add(next.get().webhookId());
      next = ready.take();
    }
    return taken;
  }

  private void fail(String... ids) {
    for (String id : ids) {
      ready.suspect(key(id));
    }
  }

  @Test
  void failing_endpoints_get_only_a_part_of_the_workers() {
    fail("bad1", "bad2", "bad3");
    for (String id : List.of("bad1", "bad2", "bad3", "good1", "good2", "good3")) {
      ready.add(key(id));
    }
    assertEquals(List.of("bad1", "good1", "good2", "good3"), takeAll());
    ready.done(key("good1"), SUCCEEDED);
    assertEquals(List.of(), takeAll());
    ready.done(key("bad1"), FAILED);
    assertEquals(List.of("bad2"), takeAll());
  }

  @Test
  void an_endpoint_is_with_one_worker_at_a_time_and_comes_again_after_it() {
    ready.add(key("a"));
    assertEquals(List.of("a"), takeAll());
    ready.add(key("a"));
    assertEquals(List.of(), takeAll());
    ready.done(key("a"), SUCCEEDED);
    assertEquals(List.of("a"), takeAll());
    ready.done(key("a"), SUCCEEDED);
    assertEquals(List.of(), takeAll());
  }

  @Test
  void an_endpoint_that_succeeds_is_trusted_again() {
    fail("a", "b");
    ready.add(key("a"));
    assertEquals(List.of("a"), takeAll());
    ready.done(key("a"), SUCCEEDED);
    ready.add(key("a"));
    ready.add(key("b"));
    assertEquals(List.of("b", "a"), takeAll());
  }

  @Test
  void receivers_that_hang_give_their_places_to_others_after_a_second_up_to_a_bound() {
    for (String id : List.of("a", "b", "c", "d", "e", "f", "g", "h")) {
      ready.add(key(id));
    }
    assertEquals(List.of("a", "b", "c", "d"), takeAll());
    nanos.addAndGet(SECOND.toNanos());
    assertEquals(List.of(), takeAll());
    nanos.addAndGet(1);
    assertEquals(List.of("e", "f"), takeAll());
    ready.done(key("a"), FAILED);
    assertEquals(List.of("g"), takeAll());
  }
}
