package dev.agentmailbox.http.server;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Metrics of one operation, created on first use. Thread safe. */
final class OperationMetrics {
  private static final int CLASSES = 6;
  private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Counter requests;
  private final Histogram seconds;
  private final String operationId;
  private final AtomicReferenceArray<Series> byClass = new AtomicReferenceArray<>(CLASSES);

  OperationMetrics(Counter requests, Histogram seconds, String operationId) {
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
