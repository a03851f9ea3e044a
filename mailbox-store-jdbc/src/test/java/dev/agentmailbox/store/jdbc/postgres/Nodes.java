package dev.agentmailbox.store.jdbc.postgres;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Vault;
import dev.agentmailbox.account.Plan;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.memory.CapturingWebhooks;
import dev.agentmailbox.service.sending.outbox.OutboxLimits;
import dev.agentmailbox.webhook.WebhookAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Two services on one database, each as in a process of its own. */
final class Nodes implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Services on one database share it. */
  private static final byte[] MASTER_KEY = new byte[32];

  private final List<Node> nodes;

  private record Node(Mailbox mailbox, CapturingTransport transport, CapturingWebhooks webhooks) {}

  private Nodes(List<Node> nodes) {
    this.nodes = nodes;
  }

  /** Opens both at once on an empty schema; neither does anything by itself. */
  static Nodes open(Clock clock, Plan plan) throws Exception {
    PostgresUrl url = TestPostgres.schema();
    Callable<Node> one = () -> node(url, clock, plan);
    return new Nodes(atOnce(List.of(one, one)));
  }

  private static Node node(PostgresUrl url, Clock clock, Plan plan) {
    CapturingTransport transport = new CapturingTransport(CapturingTransport.Kind.RELAY, 10_000);
    CapturingWebhooks webhooks = new CapturingWebhooks();
    Mailbox mailbox =
        Mailbox.builder()
            .store(PostgresStore.open(url, clock))
            .clock(clock)
            .transport(transport)
            .vault(new Vault(MASTER_KEY))
            .webhooks(webhooks)
            .webhookAddresses(WebhookAddress.everything())
            .outbox(
                new OutboxLimits(
                    4, Duration.ofSeconds(10), Duration.ofMillis(50), Duration.ofSeconds(8)))
            .plan(plan)
            .build();
    return new Node(mailbox, transport, webhooks);
  }

  Nodes start() {
    nodes.forEach(node -> node.mailbox().start());
    return this;
  }

  /** The service with that number, counted round. */
  Mailbox mailbox(int number) {
    return nodes.get(number % nodes.size()).mailbox();
  }

  /** How often each send was handed over, at both together. */
  Map<String, Integer> handedOver() {
    Map<String, Integer> times = new HashMap<>();
    for (Node node : nodes) {
      node.transport().captured().forEach(mail -> times.merge(mail.sendId(), 1, Integer::sum));
    }
    return times;
  }

  /** The ids of all events that were posted to webhooks, at both together. */
  List<String> posted() {
    List<String> ids = new ArrayList<>();
    nodes.forEach(node -> ids.addAll(node.webhooks().eventIds()));
    return ids;
  }

  static <T> List<T> atOnce(List<Callable<T>> work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(work.size());
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> result : threads.invokeAll(work)) {
        results.add(result.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
      }
      return results;
    } finally {
      threads.shutdown();
    }
  }

  static void await(String what, BooleanSupplier done) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!done.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, what);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
  }

  @Override
  public void close() {
    nodes.forEach(node -> node.mailbox().close());
  }
}
