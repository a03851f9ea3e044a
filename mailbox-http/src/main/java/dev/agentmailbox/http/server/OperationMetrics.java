package dev.agentmailbox.http.server;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import java.util.concurrent.TimeUnit;

/** The counters of one operation. Thread safe. */
final class OperationMetrics {
  private static final int CLASSES = 6;
  private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  private final CounterDataPoint[] byClass = new CounterDataPoint[CLASSES];
  private final DistributionDataPoint seconds;

  OperationMetrics(Counter requests, DistributionDataPoint seconds, String operationId) {
    this.seconds = seconds;
    for (int i = 0; i < CLASSES; i++) {
      byClass[i] = requests.labelValues(operationId, i + "xx");
    }
  }

  void answered(int status, long nanos) {
    byClass[Math.min(status / 100, CLASSES - 1)].inc();
    seconds.observe(nanos / NANOS_PER_SECOND);
  }
}
