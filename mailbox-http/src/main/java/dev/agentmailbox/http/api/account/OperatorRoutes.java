package dev.agentmailbox.http.api.account;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.account.Plan;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.api.common.Lists;
import dev.agentmailbox.http.api.common.Paging;
import dev.agentmailbox.http.api.common.Paging.ListPage;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Input;
import dev.agentmailbox.http.shape.ObjectShape;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.service.account.Operators;
import dev.agentmailbox.service.record.OrganizationView;
import java.util.List;

/** Operators managing organizations. */
public final class OperatorRoutes {
  private static final String TAG = "Operators";
  private static final String PATH = "/v0/operator/organizations";
  private static final Field<String> ORGANIZATION_ID =
      Field.path("organization_id", "The organization.");
  private static final Field<Long> INBOX_LIMIT = limit("inbox_limit", "Maximum number of inboxes.");
  private static final Field<Long> DAILY_RECIPIENTS =
      limit("daily_recipients", "Recipients per UTC day, over all inboxes.");
  private static final Field<Long> API_CALLS_DAILY =
      limit("api_calls_daily", "Requests with an API key per UTC day.");
  private static final Field<Input> PLAN =
      Field.of(
              "plan",
              ObjectShape.closed(
                  "PlanChanges", List.of(INBOX_LIMIT, DAILY_RECIPIENTS, API_CALLS_DAILY)),
              "Fields that are omitted keep their value.")
          .required();

  private static final View<Plan> PLAN_VIEW =
      View.<Plan>of("Plan")
          .count("inbox_limit", Plan::inboxLimit)
          .about("Maximum number of inboxes.")
          .count("daily_recipients", Plan::dailyRecipients)
          .about("Recipients per UTC day, over all inboxes.")
          .count("api_calls_daily", Plan::dailyApiCalls)
          .about("Requests with an API key per UTC day.")
          .build();
  private static final View<OrganizationView> ORGANIZATION =
      View.<OrganizationView>of("OperatorOrganization")
          .include(AccountRoutes.ORGANIZATION)
          .object("plan", PLAN_VIEW, shown -> shown.organization().plan())
          .about("Limits of the organization.")
          .build();
  private static final View<ListPage<OrganizationView>> ORGANIZATIONS =
      Lists.of("OperatorOrganizationList", "organizations", ORGANIZATION);

  private final Operators operators;
  private final Paging paging;

  public OperatorRoutes(Mailbox mailbox, Paging paging) {
    this.operators = mailbox.operators();
    this.paging = paging;
  }

  private static Field<Long> limit(String name, String description) {
    return Field.of(name, Shapes.integer(0, Integer.MAX_VALUE), description);
  }

  public List<Operation> rows() {
    return List.of(
        Operation.get("listOrganizations", PATH)
            .tag(TAG)
            .access(AccessRule.HUMAN)
            .summary("List all organizations, for operators.")
            .fields(Paging.FIELDS)
            .answersOk(ORGANIZATIONS, "A page of organizations.")
            .handledBy(
                call ->
                    Response.ok(
                        ORGANIZATIONS,
                        paging.answer(
                            call, operators.organizations(call.caller(), paging.request(call))))),
        Operation.patch("updatePlan", PATH + "/{organization_id}")
            .tag(TAG)
            .access(AccessRule.HUMAN)
            .summary("Change an organization's plan, for operators.")
            .description("401 step_up_required without a recent verification.")
            .field(ORGANIZATION_ID)
            .field(PLAN)
            .answersOk(ORGANIZATION, "The changed organization.")
            .handledBy(this::updatePlan));
  }

  private Response updatePlan(Request call) {
    Input changes = call.get(PLAN);
    if (changes.isEmpty()) {
      throw MailboxException.validation("plan", "must contain something to change");
    }
    return Response.ok(
        ORGANIZATION,
        operators.updatePlan(
            call.caller(),
            call.get(ORGANIZATION_ID),
            plan ->
                new Plan(
                    value(changes, INBOX_LIMIT, plan.inboxLimit()),
                    value(changes, DAILY_RECIPIENTS, plan.dailyRecipients()),
                    value(changes, API_CALLS_DAILY, plan.dailyApiCalls()))));
  }

  private static int value(Input changes, Field<Long> field, int present) {
    return changes.find(field).map(Math::toIntExact).orElse(present);
  }
}
