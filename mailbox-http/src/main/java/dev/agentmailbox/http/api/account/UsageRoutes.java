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

/** Usage and quotas. */
public final class UsageRoutes {
  private static final Field<LocalDate> FROM =
      Field.query("from", Shapes.date(), "First UTC day; default six days before to.");
  private static final Field<LocalDate> TO =
      Field.query("to", Shapes.date(), "Last UTC day; default today. At most 92 days.");

  private static final View<UsageDay> DAY = day();
  // spec UsageFields.5, UsageFields.6, UsageFields.7, UsageFields.8
  private static final View<UsageReport> QUOTAS =
      View.<UsageReport>of("UsageQuotas")
          .count("inbox_limit", report -> report.plan().inboxLimit())
          .about("Maximum number of inboxes.")
          .count("daily_recipients", report -> report.plan().dailyRecipients())
          .about("Recipients allowed per UTC day, over all inboxes.")
          .count("daily_recipients_used", UsageReport::recipientsUsedToday)
          .about("Recipients used so far today, UTC.")
          .count("api_calls_daily", report -> report.plan().dailyApiCalls())
          .about("Requests with an API key allowed per UTC day.")
          .build();
  // spec UsageFields.9, UsageFields.10, UsageFields.11, UsageFields.12
  private static final View<UsageReport> BREAKER =
      View.<UsageReport>of("UsageBreaker")
          .text(
              "state",
              Shapes.choice("ok", "tripped"),
              report -> report.suspendedReason() == null ? "ok" : "tripped")
          .about("ok, or tripped once the bounce or complaint rate stopped sending.")
          .textOrNull("reason", UsageReport::suspendedReason)
          .about("Why sending stopped; null when ok.")
          .number("bounce_rate_7d", UsageReport::bounceRate7d)
          .about("Permanent bounces divided by recipients over the last 7 days, 0 to 1.")
          .number("complaint_rate_7d", UsageReport::complaintRate7d)
          .about("Authenticated complaints divided by recipients over the last 7 days, 0 to 1.")
          .build();
  // spec UsageFields.1, UsageFields.2, UsageFields.3, UsageFields.4
  private static final View<UsageReport> USAGE =
      View.<UsageReport>of("Usage")
          .text("organization_id", UsageReport::organizationId)
          .objects("days", DAY, UsageReport::days)
          .about("One entry per UTC day in range, oldest first.")
          .object("quotas", QUOTAS, report -> report)
          .about("Limits of the plan and their use.")
          .object("breaker", BREAKER, report -> report)
          .about("The circuit breaker that stops sending on too many bounces or complaints.")
          .build();

  private final Mailbox mailbox;

  public UsageRoutes(Mailbox mailbox) {
    this.mailbox = mailbox;
  }

  private static View<UsageDay> day() {
    View.Builder<UsageDay> view =
        View.<UsageDay>of("UsageDay").date("date", UsageDay::date).about("The UTC day.");
    for (Counter counter : Counter.values()) {
      view.count(counter.wireName(), day -> day.get(counter)).about(text(counter));
    }
    return view.build();
  }

  private static String text(Counter counter) {
    return switch (counter) {
      case RECEIVED -> "Messages received.";
      case SENT_MESSAGES -> "Messages handed over.";
      case SENT_RECIPIENTS -> "Recipients of messages handed over.";
      case BOUNCED -> "Recipients that bounced, permanently or after the last attempt.";
      case BOUNCED_PERMANENTLY ->
          "Permanent bounces that count for the breaker: one per registrable domain of the recipients"
              + " and day, none of recipients that wrote first.";
      case COMPLAINED -> "Complaints reported by recipients.";
      case COMPLAINED_AUTHENTICATED ->
          "Complaints that count for the breaker: those that a configured feedback loop reported.";
      case STORAGE_BYTES ->
          "Bytes of mail stored that day, never negative; storage_bytes of the organization and of"
              + " the inbox is the present total.";
      case REMOVED_BYTES -> "Bytes of mail deleted that day.";
      case API_CALLS -> "Requests with an API key.";
    };
  }

  public List<Operation> rows() {
    return List.of(
        Operation.get("getUsage", "/v0/usage")
            .tag("Usage")
            .summary("Daily usage, quotas and the state of the breaker.")
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
