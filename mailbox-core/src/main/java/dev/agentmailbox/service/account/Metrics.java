package dev.agentmailbox.service.account;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.event.EventDay;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.usage.UsageDay;
import java.time.LocalDate;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Daily time series of an organization, a pod or an inbox, read from counters that are maintained
 * on write, never by scanning messages or events. Thread safe.
 */
public final class Metrics {
  private final MailboxContext context;

  public Metrics(MailboxContext context) {
    this.context = context;
  }

  /**
   * A query.
   *
   * @param podId only of this pod; null for the caller's scope
   * @param inboxId only of this inbox; null for the caller's scope
   * @param from first day; null for six days before the last
   * @param to last day; null for today
   */
  public record MetricsQuery(
      @Nullable String podId,
      @Nullable String inboxId,
      @Nullable LocalDate from,
      @Nullable LocalDate to) {}

  /** Events by type; days without events are absent. */
  public List<EventDay> events(Caller caller, MetricsQuery query) {
    return days(caller, query, tx -> tx.eventCounts()::days);
  }

  /** Usage counters; every day of the range. */
  public List<UsageDay> usage(Caller caller, MetricsQuery query) {
    return days(caller, query, tx -> tx.usage()::days);
  }

  /** Reads the counters of one subject. */
  private interface Series<D> {
    List<D> days(String organizationId, String subjectId, LocalDate first, LocalDate last);
  }

  private <D> List<D> days(
      Caller caller, MetricsQuery query, Function<StoreTransaction, Series<D>> of) {
    UsageReports.Range range = UsageReports.Range.of(context.today(), query.from(), query.to());
    return context.read(
        tx -> {
          Scope scope = scope(tx, caller, query);
          return of.apply(tx).days(scope.organizationId(), scope.id(), range.first(), range.last());
        });
  }

  private static Scope scope(StoreTransaction tx, Caller caller, MetricsQuery query) {
    if (query.inboxId() != null) {
      return Access.inbox(tx, caller, query.inboxId(), Permission.USAGE_READ).scope();
    }
    if (query.podId() != null) {
      return Access.pod(tx, caller, query.podId(), Permission.USAGE_READ);
    }
    Access.require(caller, Permission.USAGE_READ);
    return caller.scope();
  }
}
