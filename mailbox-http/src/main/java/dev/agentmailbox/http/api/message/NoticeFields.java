package dev.agentmailbox.http.api.message;

import dev.agentmailbox.account.NoticePolicy;
import dev.agentmailbox.account.WorkingHours;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Input;
import dev.agentmailbox.http.shape.ObjectShape;
import dev.agentmailbox.http.shape.Shape;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.service.request.FieldUpdate;
import java.util.List;
import java.util.function.Function;

/** How approvers are notified, as a part of policies. */
final class NoticeFields {
  private static final int MAX_NAME = 64;
  private static final Shape<String> DAY = Shapes.choice(WorkingHours.DAYS, Function.identity());
  private static final Shape<Long> HOURS = Shapes.integer(0, NoticePolicy.MAX_HOURS);

  private static final Field<Boolean> CONTENT =
      Field.of(
          "content",
          Shapes.flag(),
          "Whether notices have subject, recipients and first lines. Default: true.");
  private static final Field<Long> REMINDER =
      Field.of(
          "reminder_hours",
          HOURS,
          "Hours after which a send that still waits is mentioned once more; 0: never. Default:"
              + " 24.");
  private static final Field<Long> ESCALATION =
      Field.of(
          "escalation_hours",
          HOURS,
          "Hours after which owners are notified too, while at first only approvers are; 0:"
              + " everybody at once. Default: 0.");
  private static final Field<String> TIME_ZONE =
      Field.of(
              "time_zone",
              Shapes.text(1, MAX_NAME),
              "Name of the IANA time zone database, for example Europe/Berlin.")
          .required();
  private static final Field<List<String>> DAYS =
      Field.of("days", Shapes.list(DAY), "Days of the week, at least one.").required();
  private static final Field<String> FROM =
      Field.of("from", Shapes.text(1, MAX_NAME), "When a day begins, as HH:mm.").required();
  private static final Field<String> TO =
      Field.of("to", Shapes.text(1, MAX_NAME), "When a day ends, as HH:mm.").required();
  private static final Field<Input> HOURS_OF_WORK =
      Field.of(
          "working_hours",
          ObjectShape.closed("WorkingHours", List.of(TIME_ZONE, DAYS, FROM, TO)),
          "When notices are sent; what comes at other times is sent when these hours begin next."
              + " Left out: at any time.");

  static final Field<Input> FIELD =
      Field.of(
              "approval_notices",
              ObjectShape.closed(
                  "NoticePolicyInput", List.of(CONTENT, REMINDER, ESCALATION, HOURS_OF_WORK)),
              "How approvers are notified of sends that wait; replaced as a whole. null inherits"
                  + " from the wider level.")
          .nullable();

  private static final View<WorkingHours> WORKING_HOURS =
      View.<WorkingHours>of("WorkingHoursView")
          .text("time_zone", WorkingHours::timeZone)
          .about("Name of the IANA time zone database.")
          .texts("days", DAY, WorkingHours::days)
          .about("Days of the week.")
          .text("from", WorkingHours::from)
          .about("When a day begins, as HH:mm.")
          .text("to", WorkingHours::to)
          .about("When a day ends, as HH:mm.")
          .build();

  static final View<NoticePolicy> VIEW =
      View.<NoticePolicy>of("NoticePolicy")
          .flag("content", NoticePolicy::content)
          .about("Whether notices have subject, recipients and first lines.")
          .count("reminder_hours", NoticePolicy::reminderHours)
          .about("Hours after which a send that still waits is mentioned once more; 0: never.")
          .count("escalation_hours", NoticePolicy::escalationHours)
          .about("Hours after which owners are notified too; 0: at once.")
          .optionalObject("working_hours", WORKING_HOURS, NoticePolicy::workingHours)
          .about("When notices are sent; absent: at any time.")
          .build();

  private NoticeFields() {}

  static FieldUpdate<NoticePolicy> change(Request call) {
    return call.has(FIELD)
        ? FieldUpdate.to(call.find(FIELD).map(NoticeFields::policy).orElse(null))
        : FieldUpdate.none();
  }

  private static NoticePolicy policy(Input given) {
    NoticePolicy usual = NoticePolicy.DEFAULT;
    return new NoticePolicy(
        given.find(CONTENT).orElse(usual.content()),
        given.find(REMINDER).map(Math::toIntExact).orElse(usual.reminderHours()),
        given.find(ESCALATION).map(Math::toIntExact).orElse(usual.escalationHours()),
        given.find(HOURS_OF_WORK).map(NoticeFields::hours).orElse(null));
  }

  private static WorkingHours hours(Input given) {
    return new WorkingHours(given.get(TIME_ZONE), given.get(DAYS), given.get(FROM), given.get(TO));
  }
}
