package dev.agentmailbox.port.rule;

import static dev.agentmailbox.port.table.Column.object;
import static dev.agentmailbox.port.table.Column.text;
import static dev.agentmailbox.port.table.Column.time;
import static dev.agentmailbox.port.table.Columns.columns;

import dev.agentmailbox.port.table.Index;
import dev.agentmailbox.port.table.TableSpec;
import dev.agentmailbox.rule.RuleUse;
import dev.agentmailbox.rule.SendRule;

/** Tables of rules. */
public final class RuleTables {
  public static final Index<SendRule> RULES_OF_ORGANIZATION =
      Index.list("org_id", "created_at, rule_id");

  /** Rules by which mail leaves without an approval. */
  public static final TableSpec<SendRule> RULES =
      columns(
              (SendRule details) -> details,
              object("details", SendRule.class, (SendRule rule) -> rule))
          .and(text("org_id", rule -> rule.scope().organizationId()))
          .and(text("rule_id", SendRule::id))
          .and(time("created_at", SendRule::createdAt))
          .table("send_rule", "org_id, rule_id")
          .list(RULES_OF_ORGANIZATION);

  public static final Index<RuleUse> USES_OF_RULE =
      Index.list("org_id, rule_id", "used_at, send_id");
  public static final Index<RuleUse> USES_OF_INBOX = Index.list("org_id, inbox_id", "send_id");

  /** What rules let through. */
  public static final TableSpec<RuleUse> RULE_USES =
      columns(
              RuleUse::new,
              text("org_id", RuleUse::organizationId),
              text("rule_id", RuleUse::ruleId),
              text("send_id", RuleUse::sendId),
              text("inbox_id", RuleUse::inboxId),
              time("used_at", RuleUse::usedAt))
          .table("rule_use", "org_id, rule_id, send_id")
          .list(USES_OF_RULE)
          .list(USES_OF_INBOX);

  private RuleTables() {}
}
