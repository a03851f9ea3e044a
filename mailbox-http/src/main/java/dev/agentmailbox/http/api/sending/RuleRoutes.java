package dev.agentmailbox.http.api.sending;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.http.api.common.Lists;
import dev.agentmailbox.http.api.common.Paging;
import dev.agentmailbox.http.api.common.Paging.ListPage;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationBuilder;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.table.Trait;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.rule.RuleUse;
import dev.agentmailbox.rule.SendRule;
import dev.agentmailbox.service.policy.SendRules;
import dev.agentmailbox.service.request.ScopeRef;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rules by which mail leaves without an approval. */
public final class RuleRoutes {
  private static final String TAG = "Rules";
  private static final String ALL = "/v0/rules";
  private static final String ONE = ALL + "/{rule_id}";
  private static final Field<String> RULE = Field.path("rule_id", "Identifier of the rule.");
  private static final Field<SendRule.Kind> KIND =
      Field.of(
              "kind",
              Shapes.choice(List.of(SendRule.Kind.values()), SendRule.Kind::wireName),
              "domain: all recipients have an address in the domain. reply: all recipients have"
                  + " written to the thread that the message answers.")
          .required();
  private static final Field<String> DOMAIN =
      Field.of(
          "domain",
          Shapes.text(),
          "Domain of all recipients, without its subdomains; only with kind domain.");
  private static final Field<List<String>> FLAGS =
      Field.of(
              "flags",
              Shapes.list(Shapes.choice(SendRule.FLAGS.toArray(String[]::new))),
              "Risk flags that need no approval then. Messages to many recipients, and HTML that"
                  + " cannot be shown exactly, always need one.")
          .required();
  private static final Field<String> POD =
      Field.of("pod_id", Shapes.text(), "Only for messages of this pod; not with inbox_id.");
  private static final Field<String> INBOX =
      Field.of("inbox_id", Shapes.inboxId(), "Only for messages of this inbox.");

  /** A rule, and the address of the human who made it. */
  private record RuleView(SendRule rule, @Nullable String maker) {}

  private static final View<RuleView> VIEW =
      View.<RuleView>of("Rule")
          .text("rule_id", view -> view.rule().id())
          .about("Identifier of the rule.")
          .text("organization_id", view -> view.rule().scope().organizationId())
          .optionalText("pod_id", view -> view.rule().scope().podId())
          .about("Pod whose messages it is about; absent for the whole organization.")
          .optionalText("inbox_id", view -> view.rule().scope().inboxId())
          .about("Inbox whose messages it is about; absent for a pod or the organization.")
          .word("kind", SendRule.Kind.values(), SendRule.Kind::wireName, view -> view.rule().kind())
          .about("domain or reply.")
          .optionalText("domain", view -> view.rule().domain())
          .about("Domain of all recipients; absent with kind reply.")
          .texts("flags", view -> view.rule().flags())
          .about("Risk flags that need no approval.")
          .text("created_by", view -> view.rule().createdBy())
          .about("The human who made it.")
          .optionalText("created_by_email", RuleView::maker)
          .about("Address of that human.")
          .time("created_at", view -> view.rule().createdAt())
          .build();
  private static final View<ListPage<RuleView>> RULES = Lists.of("RuleList", "rules", VIEW);
  private static final View<RuleUse> USE =
      View.<RuleUse>of("RuleSend")
          .text("send_id", RuleUse::sendId)
          .about("The send that needed no approval.")
          .text("inbox_id", RuleUse::inboxId)
          .time("used_at", RuleUse::usedAt)
          .about("When it was accepted.")
          .build();
  private static final View<ListPage<RuleUse>> USES = Lists.of("RuleSendList", "sends", USE);

  private final SendRules rules;
  private final Paging paging;

  public RuleRoutes(Mailbox mailbox, Paging paging) {
    this.rules = mailbox.policies().rules();
    this.paging = paging;
  }

  public List<Operation> rows() {
    return List.of(
        row(Operation.get("listRules", ALL))
            .summary("List the rules by which messages are sent without an approval.")
            .fields(Paging.FIELDS)
            .answersOk(RULES, "A page of rules.")
            .handledBy(this::list),
        row(Operation.post("createRule", ALL))
            .summary("Let some messages be sent without the approval that the policy asks for.")
            .description(
                "Owners only. A rule that says the same is returned instead of a second one."
                    + " All other checks stay; the first rule that covers a message is noted"
                    + " with its send and in the audit trail. 409 conflict with reason"
                    + " too_many_rules at 100 rules.")
            .bodyNamed("CreateRuleRequest")
            .fields(List.of(KIND, DOMAIN, FLAGS, POD, INBOX))
            .errors(ErrorCode.STEP_UP_REQUIRED)
            .answersOk(VIEW, "The rule.")
            .handledBy(this::create),
        row(Operation.get("listRuleSends", ONE + "/sends"))
            .summary("List what a rule let through, newest first.")
            .field(RULE)
            .fields(Paging.FIELDS)
            .answersOk(USES, "A page of sends.")
            .handledBy(this::uses),
        row(Operation.delete("deleteRule", ONE).with(Trait.WITHOUT_STEP_UP))
            .summary("Revoke a rule.")
            .description("Owners only. Scheduled messages that it covered need an approval again.")
            .field(RULE)
            .answersNoContent("Revoked.")
            .handledBy(this::revoke));
  }

  private static OperationBuilder row(OperationBuilder row) {
    return row.tag(TAG).access(AccessRule.HUMAN);
  }

  private Response list(Request call) {
    Page<SendRule> page = rules.list(call.caller(), paging.request(call));
    Map<String, String> makers = rules.makers(page.items());
    return Response.ok(
        RULES,
        paging.answer(call, page.map(rule -> new RuleView(rule, makers.get(rule.createdBy())))));
  }

  private Response create(Request call) {
    ScopeRef level = new ScopeRef(call.find(POD).orElse(null), call.find(INBOX).orElse(null));
    SendRule rule =
        rules.create(
            call.caller(),
            level,
            call.get(KIND),
            call.find(DOMAIN).orElse(null),
            call.get(FLAGS),
            call.once(200, VIEW, RuleRoutes::view));
    return Response.ok(VIEW, view(rule));
  }

  private static RuleView view(SendRule rule) {
    return new RuleView(rule, null);
  }

  private Response uses(Request call) {
    return Response.ok(
        USES, paging.answer(call, rules.uses(call.caller(), call.get(RULE), paging.request(call))));
  }

  private Response revoke(Request call) {
    rules.revoke(call.caller(), call.get(RULE));
    return Response.noContent();
  }
}
