package dev.agentmailbox.http;

import dev.agentmailbox.service.work.QueueDepths;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * {@link QueueDepths} as metrics. They have no sample while the store does not answer. Thread safe.
 */
final class QueueMetrics {
  /** How long counts are cached. */
  static final Duration KEPT = Duration.ofSeconds(10);

  /** A scrape waits no longer for counts. */
  static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Probe<Optional<QueueDepths>> counts;
  private volatile Optional<QueueDepths> newest = Optional.empty();

  /**
   * Registers the metrics.
   *
   * @param queues counts; may block and may throw
   */
  QueueMetrics(PrometheusRegistry metrics, Supplier<QueueDepths> queues) {
    counts =
        new Probe<>(
            "mailbox-queues", () -> Optional.of(queues.get()), Optional.empty(), KEPT, PATIENCE);
    GaugeWithCallback.builder()
        .name("mailbox_queue_sends")
        .help("Sends that wait in the store: queued, deferred or scheduled.")
        .labelNames("state")
        .callback(
            gauge ->
                newest
                    .map(QueueDepths::sends)
                    .ifPresent(
                        sends -> {
                          gauge.call((double) sends.queued(), "queued");
                          gauge.call((double) sends.deferred(), "deferred");
                          gauge.call((double) sends.scheduled(), "scheduled");
                        }))
        .register(metrics);
    register(
        metrics,
        "mailbox_queue_approvals",
        "Approvals in the store that are pending.",
        QueueDepths::approvals);
    register(
        metrics,
        "mailbox_queue_webhook_deliveries",
        "Webhook deliveries in the store that are pending.",
        QueueDepths::deliveries);
  }

  private void register(
      PrometheusRegistry metrics, String name, String help, ToLongFunction<QueueDepths> count) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .callback(gauge -> newest.ifPresent(all -> gauge.call((double) count.applyAsLong(all))))
        .register(metrics);
  }

  /** Completes when the metrics have counts that are at most {@link #KEPT} old, or none. */
  CompletionStage<Void> refresh() {
    return counts.ask().thenAccept(answer -> newest = answer);
  }
}
