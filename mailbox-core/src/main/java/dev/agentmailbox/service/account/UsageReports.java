package dev.agentmailbox.service.account;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.account.Plan;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.account.UsageStore.Quota;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.sending.outcome.Breaker;
import dev.agentmailbox.usage.UsageDay;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Daily usage and remaining quotas. Thread safe. */
public final class UsageReports {
  /** Longest range of a report, in days. */
  public static final int MAX_DAYS = 92;

  private static final int DEFAULT_DAYS = 7;

  private final MailboxContext context;
  private final DailyCalls calls;

  /**
   * Creates the service.
   *
   * @param calls flushed before each report, so that it includes the calls of this process
   */
  public UsageReports(MailboxContext context, DailyCalls calls) {
    this.context = context;
    this.calls = calls;
  }

  /**
   * Usage in the caller's scope; quotas and rates are those of the organization.
   *
   * @param days oldest first, including days without use
   * @param suspendedReason null while sending is not suspended
   */
  public record UsageReport(
      String organizationId,
      List<UsageDay> days,
      Plan plan,
      long recipientsUsedToday,
      @Nullable String suspendedReason,
      double bounceRate7d,
      double complaintRate7d) {}

  /**
   * A report over a range of UTC days.
   *
   * @param from first day; null for six days before the last
   * @param to last day; null for today
   */
  public UsageReport usage(Caller caller, @Nullable LocalDate from, @Nullable LocalDate to) {
    Range range = Range.of(context.today(), from, to);
    Access.require(caller, Permission.USAGE_READ);
    calls.count(caller.scope().organizationId());
    return context.read(tx -> report(tx, caller, range.first(), range.last()));
  }

  /** A range of UTC days, both included. */
  record Range(LocalDate first, LocalDate last) {
    /**
     * The range of a request.
     *
     * @throws MailboxException {@code validation_error}
     */
    static Range of(LocalDate today, @Nullable LocalDate from, @Nullable LocalDate to) {
      LocalDate last = to == null ? today : to;
      LocalDate first = from == null ? last.minusDays(DEFAULT_DAYS - 1L) : from;
      if (first.isAfter(last)) {
        throw MailboxException.validation("query.from", "must not be later than to");
      }
      if (ChronoUnit.DAYS.between(first, last) >= MAX_DAYS) {
        throw MailboxException.validation(
            "query.from", "must begin a range of at most " + MAX_DAYS + " days");
      }
      return new Range(first, last);
    }
  }

  private UsageReport report(StoreTransaction tx, Caller caller, LocalDate first, LocalDate last) {
    String organizationId = caller.scope().organizationId();
    Organization organization =
        tx.organizations()
            .find(organizationId)
            .orElseThrow(() -> MailboxException.notFound("organization"));
    LocalDate today = context.today();
    List<UsageDay> week =
        tx.usage()
            .days(organizationId, organizationId, today.minusDays(Breaker.WINDOW_DAYS - 1L), today);
    return new UsageReport(
        organizationId,
        tx.usage().days(organizationId, caller.scope().id(), first, last),
        organization.plan(),
        tx.usage().used(organizationId, today, Quota.RECIPIENTS),
        organization.suspendedReason(),
        Breaker.bounceRate(week),
        Breaker.complaintRate(week));
  }
}
