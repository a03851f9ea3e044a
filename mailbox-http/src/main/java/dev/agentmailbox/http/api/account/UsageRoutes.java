package dev.agentmailbox.http.api.account;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.service.account.UsageReports.UsageReport;
import dev.agentmailbox.usage.Counter;
import dev.agentmailbox.usage.UsageDay;
import java.time.LocalDate;
import java.util.List;

/** What was used and what is left. */
public final class UsageRoutes {
  private static final Field<LocalDate> FROM =
      Field.query("from", Shapes.date(), "First UTC day; default six days before to.");
  private static final Field<LocalDate> TO =
      Field.query("to", Shapes.date(), "Last UTC day; default today. At most 92 days.");

  private static final View<UsageDay> DAY = day();
  private static final View<UsageReport> QUOTAS =
      View.<UsageReport>of("UsageQuotas")
          .count("inbox_limit", report -> report.plan().inboxLimit())
          .count("daily_recipients", report -> report.plan().dailyRecipients())
          .count("daily_recipients_used", UsageReport::recipientsUsedToday)
          .about("Today, UTC.")
          .count("api_calls_daily", report -> report.plan().dailyApiCalls())
          .build();
  private static final View<UsageReport> BREAKER =
      View.<UsageReport>of("UsageBreaker")
          .text(
              "state",
              Shapes.choice("ok", "tripped"),
              report -> report.suspendedReason() == null ? "ok" : "tripped")
          .textOrNull("reason", UsageReport::suspendedReason)
          .about("Null when ok.")
          .number("bounce_rate_7d", UsageReport::bounceRate7d)
          .number("complaint_rate_7d", UsageReport::complaintRate7d)
          .build();
  private static final View<UsageReport> USAGE =
      View.<UsageReport>of("Usage")
          .text("organization_id", UsageReport::organizationId)
          .objects("days", DAY, UsageReport::days)
          .about("One entry a day in range, oldest first.")
          .object("quotas", QUOTAS, report -> report)
          .object("breaker", BREAKER, report -> report)
          .build();

  private final Mailbox mailbox;

  public UsageRoutes(Mailbox mailbox) {
    this.mailbox = mailbox;
  }

  private static View<UsageDay> day() {
    View.Builder<UsageDay> view = View.<UsageDay>of("UsageDay").date("date", UsageDay::date);
    for (Counter counter : Counter.values()) {
      view.count(counter.wireName(), day -> day.get(counter)).about(text(counter));
    }
    return view.build();
  }

  private static String text(Counter counter) {
    return switch (counter) {
      case STORAGE_BYTES ->
          "Bytes of mail stored that day, never negative; those stored now are storage_bytes of the"
              + " organization and of the inbox.";
      case REMOVED_BYTES -> "Bytes of mail deleted that day.";
      default -> "";
    };
  }

  public List<Operation> rows() {
    return List.of(
        Operation.get("getUsage", "/v0/usage")
            .tag("Usage")
            .summary("Use by day, quotas, and the state of the breaker.")
            .permission(Permission.USAGE_READ)
            .tool("get_usage")
            .field(FROM)
            .field(TO)
            .answersOk(USAGE, "The report.")
            .handledBy(
                call ->
                    Response.ok(
                        USAGE,
                        mailbox
                            .usage()
                            .usage(
                                call.caller(),
                                call.find(FROM).orElse(null),
                                call.find(TO).orElse(null)))));
  }
}
