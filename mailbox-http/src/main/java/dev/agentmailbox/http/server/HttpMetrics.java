package dev.agentmailbox.http.server;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Metrics of the HTTP interface. Thread safe. */
final class HttpMetrics {
  private final Counter requests;
  private final Histogram seconds;

  HttpMetrics(PrometheusRegistry registry) {
    requests =
        Counter.builder()
            .name("mailbox_http_requests_total")
            .help("Requests completed, by operation and status class.")
            .labelNames("operation", "status")
            .register(registry);
    seconds =
        Histogram.builder()
            .name("mailbox_http_request_duration_seconds")
            .help("Time from the last request header to the end of the response.")
            .unit(Unit.SECONDS)
            .labelNames("operation")
            .classicOnly()
            .classicUpperBounds(0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60)
            .register(registry);
  }

  /** The metrics of one operation. */
  OfOperation of(String operationId) {
    return new OfOperation(requests, seconds, operationId);
  }

  /** Metrics of one operation, created on first use. Thread safe. */
  static final class OfOperation {
    private static final int CLASSES = 6;
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Counter requests;
    private final Histogram seconds;
    private final String operationId;
    private final AtomicReferenceArray<Series> byClass = new AtomicReferenceArray<>(CLASSES);

    private OfOperation(Counter requests, Histogram seconds, String operationId) {
      this.requests = requests;
      this.seconds = seconds;
      this.operationId = operationId;
    }

    private record Series(CounterDataPoint count, DistributionDataPoint seconds) {}

    void answered(int status, long nanos) {
      int statusClass = Math.min(status / 100, CLASSES - 1);
      Series series = byClass.get(statusClass);
      if (series == null) {
        // A race creates the same series twice, which is harmless.
        series =
            new Series(
                requests.labelValues(operationId, statusClass + "xx"),
                seconds.labelValues(operationId));
        byClass.set(statusClass, series);
      }
      series.count().inc();
      series.seconds().observe(nanos / NANOS_PER_SECOND);
    }
  }
}
