package dev.agentmailbox.http.server;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Unit;

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
  OperationMetrics of(String operationId) {
    return new OperationMetrics(requests, seconds, operationId);
  }
}
