package dev.agentmailbox.http.server;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Unit;

/** The counters of the HTTP interface. Thread safe. */
final class HttpMetrics {
  private final Counter requests;
  private final Histogram seconds;

  HttpMetrics(PrometheusRegistry registry) {
    requests =
        Counter.builder()
            .name("mailbox_http_requests_total")
            .help("Requests answered, by operation and class of status.")
            .labelNames("operation", "status")
            .register(registry);
    seconds =
        Histogram.builder()
            .name("mailbox_http_request_duration_seconds")
            .help("Time from the last header to the end of the answer.")
            .unit(Unit.SECONDS)
            .labelNames("operation")
            .classicOnly()
            .classicUpperBounds(0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60)
            .register(registry);
  }

  /** The counters of one operation. */
  OperationMetrics of(String operationId) {
    return new OperationMetrics(requests, seconds, operationId);
  }
}
