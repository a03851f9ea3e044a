package dev.agentmailbox.store.h2.springboot;

import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.service.work.QueueDepths;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What waits in a store, as gauges: {@code mailbox.queue.sends} with the tag {@code state}, {@code
 * mailbox.queue.approvals} and {@code mailbox.queue.webhook.deliveries}. Thread safe.
 */
public final class QueueMeters implements MeterBinder {
  /** How long counts are cached, so that a scrape counts once. */
  static final Duration KEPT = Duration.ofSeconds(10);

  private final MailboxStore store;
  private final Clock clock;
  private @Nullable QueueDepths newest;
  private Instant readAt = Instant.MIN;

  QueueMeters(MailboxStore store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    sends(registry, "queued", depths -> depths.sends().queued());
    sends(registry, "deferred", depths -> depths.sends().deferred());
    sends(registry, "scheduled", depths -> depths.sends().scheduled());
    gauge("mailbox.queue.approvals", QueueDepths::approvals)
        .description("Approvals that are pending")
        .register(registry);
    gauge("mailbox.queue.webhook.deliveries", QueueDepths::deliveries)
        .description("Webhook deliveries that are pending")
        .register(registry);
  }

  private void sends(MeterRegistry registry, String state, ToDoubleFunction<QueueDepths> count) {
    gauge("mailbox.queue.sends", count)
        .tag("state", state)
        .description("Sends that wait")
        .register(registry);
  }

  private Gauge.Builder<QueueMeters> gauge(String name, ToDoubleFunction<QueueDepths> count) {
    return Gauge.builder(name, this, meters -> count.applyAsDouble(meters.depths()))
        .strongReference(true);
  }

  private synchronized QueueDepths depths() {
    Instant now = clock.instant();
    QueueDepths depths = newest;
    if (depths == null || readAt.plus(KEPT).isBefore(now)) {
      depths = QueueDepths.of(store);
      newest = depths;
      readAt = now;
    }
    return depths;
  }
}
