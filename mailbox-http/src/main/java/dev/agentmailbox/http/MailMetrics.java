package dev.agentmailbox.http;

import dev.agentmailbox.service.work.MailCounts;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** The counts of {@link MailCounts} as metrics. */
final class MailMetrics {
  private MailMetrics() {}

  static void register(PrometheusRegistry metrics) {
    register(
        metrics,
        MailCounts.RECEIVED,
        "mailbox_mail_received_total",
        "Messages received to their end, accepted or refused, by code of the SMTP answer.",
        "code");
    register(
        metrics,
        MailCounts.REFUSED,
        "mailbox_mail_refused_recipients_total",
        "Recipients refused by SMTP, by code of the answer.",
        "code");
    register(
        metrics,
        MailCounts.SETTLED,
        "mailbox_mail_settled_recipients_total",
        "Recipients of sends that reached an end, by status.",
        "status");
    CounterWithCallback.builder()
        .name("mailbox_mail_deferred_recipients_total")
        .help("Recipients of sends left for a later attempt, once for each attempt.")
        .callback(counter -> MailCounts.DEFERRED.soFar().values().forEach(counter::call))
        .register(metrics);
  }

  private static void register(
      PrometheusRegistry metrics, MailCounts counts, String name, String help, String label) {
    CounterWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames(label)
        .callback(counter -> counts.soFar().forEach((by, count) -> counter.call(count, by)))
        .register(metrics);
  }
}
