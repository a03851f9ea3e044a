package dev.agentmailbox.service.policy;

import static dev.agentmailbox.port.account.AccountTables.HUMANS;
import static dev.agentmailbox.port.rule.RuleTables.RULES;
import static dev.agentmailbox.port.rule.RuleTables.RULES_OF_ORGANIZATION;
import static dev.agentmailbox.port.rule.RuleTables.RULE_USES;
import static dev.agentmailbox.port.rule.RuleTables.USES_OF_RULE;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.rule.RuleUse;
import dev.agentmailbox.rule.SendRule;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.ScopeRef;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Rules by which mail leaves without an approval, made by owners. Thread safe. */
public final class SendRules {
  /** Most rules of an organization. */
  public static final int MAX_RULES = 100;

  private final MailboxContext context;
  private final IdempotencyRunner runner;

  public SendRules(MailboxContext context, IdempotencyRunner runner) {
    this.context = context;
    this.runner = runner;
  }

  /** The rules of the organization; humans only. */
  public Page<SendRule> list(Caller caller, PageRequest page) {
    Access.requireHuman(caller);
    return context.read(
        tx -> tx.table(RULES).page(RULES_OF_ORGANIZATION, page, caller.scope().organizationId()));
  }

  /** Addresses of those who made these rules, by their id. */
  public Map<String, String> makers(List<SendRule> rules) {
    return context.read(
        tx ->
            rules.stream()
                .map(SendRule::createdBy)
                .distinct()
                .flatMap(id -> tx.table(HUMANS).find(id).stream())
                .collect(Collectors.toMap(Human::id, Human::email)));
  }

  /**
   * What a rule let through; humans only.
   *
   * @throws MailboxException {@code not_found}
   */
  public Page<RuleUse> uses(Caller caller, String ruleId, PageRequest page) {
    Access.requireHuman(caller);
    return context.read(
        tx -> {
          SendRule rule = find(tx, caller, ruleId);
          return tx.table(RULE_USES)
              .page(USES_OF_RULE, page, rule.scope().organizationId(), rule.id());
        });
  }

  /**
   * Makes a rule, or returns the one that says the same. Requires an owner with a recent step-up.
   *
   * @param domain required for {@link SendRule.Kind#DOMAIN}, otherwise null
   * @param flags some of {@link SendRule#FLAGS}
   * @throws MailboxException {@code validation_error}, {@code not_found} for the level, {@code
   *     limit_exceeded} at {@link #MAX_RULES}
   */
  public SendRule create(
      Caller caller,
      ScopeRef scopeRef,
      SendRule.Kind kind,
      @Nullable String domain,
      List<String> flags,
      IdempotentRequest<SendRule> idempotency) {
    Access.requireHuman(caller);
    String normal = checked(kind, domain, flags);
    return runner.write(
        idempotency,
        tx -> {
          Scope level = scopeRef.find(tx, caller);
          Access.requireVerifiedOwner(caller);
          idempotency.claim(tx, context.now());
          SendRule wanted =
              new SendRule(
                  context.ids().next(IdPrefix.RULE),
                  level,
                  kind,
                  normal,
                  List.copyOf(new TreeSet<>(flags)),
                  caller.id(),
                  context.now());
          return idempotency.finish(tx, add(tx, caller, wanted));
        });
  }

  private SendRule add(StoreTransaction tx, Caller caller, SendRule wanted) {
    String organizationId = wanted.scope().organizationId();
    // Serializes the count.
    tx.organizations().lock(organizationId);
    List<SendRule> known = rules(tx, organizationId);
    Optional<SendRule> same = known.stream().filter(rule -> isSame(rule, wanted)).findFirst();
    if (same.isPresent()) {
      return same.get();
    }
    if (known.size() >= MAX_RULES) {
      throw MailboxException.conflict(
          "too_many_rules", "an organization can have " + MAX_RULES + " rules; revoke one first");
    }
    tx.table(RULES).add(wanted);
    tx.audit(record(caller, AuditAction.RULE_CREATED, wanted));
    return wanted;
  }

  private static boolean isSame(SendRule rule, SendRule wanted) {
    return rule.scope().equals(wanted.scope())
        && rule.kind() == wanted.kind()
        && String.valueOf(rule.domain()).equals(String.valueOf(wanted.domain()))
        && rule.flags().equals(wanted.flags());
  }

  private static @Nullable String checked(
      SendRule.Kind kind, @Nullable String domain, List<String> flags) {
    FieldProblems problems = new FieldProblems();
    String normal = null;
    if (kind == SendRule.Kind.REPLY) {
      if (domain != null) {
        problems.add("domain", "must not be given for replies");
      }
    } else {
      try {
        normal = EntryText.added(domain == null ? "" : domain);
        if (normal.startsWith(".") || normal.indexOf('@') >= 0) {
          problems.add("domain", "must be a domain, such as example.com");
        }
      } catch (IllegalArgumentException wrong) {
        problems.add("domain", String.valueOf(wrong.getMessage()));
      }
    }
    if (flags.isEmpty()) {
      problems.add("flags", "must name at least one flag");
    }
    for (int i = 0; i < flags.size(); i++) {
      if (!SendRule.FLAGS.contains(flags.get(i))) {
        problems.add("flags[" + i + "]", "must be one of " + String.join(", ", SendRule.FLAGS));
      }
    }
    problems.refuseIfAny();
    return normal;
  }

  /**
   * Revokes a rule at once, also for mail that is scheduled. Requires an owner.
   *
   * @throws MailboxException {@code not_found}
   */
  public void revoke(Caller caller, String ruleId) {
    Access.requireHuman(caller);
    context.write(
        tx -> {
          SendRule rule = find(tx, caller, ruleId);
          Access.requireOwner(caller);
          tx.audit(record(caller, AuditAction.RULE_REVOKED, rule));
          return tx.table(RULES).remove(rule.scope().organizationId(), rule.id());
        });
  }

  private AuditRecord record(Caller caller, AuditAction action, SendRule rule) {
    return AuditRecord.by(caller, context.now(), action)
        .at(rule.scope())
        .with("rule_id", rule.id())
        .with("kind", rule.kind().wireName())
        .with("domain", rule.domain())
        .with("flags", String.join(" ", rule.flags()));
  }

  private static List<SendRule> rules(StoreTransaction tx, String organizationId) {
    return tx.table(RULES).list(RULES_OF_ORGANIZATION, organizationId);
  }

  private static SendRule find(StoreTransaction tx, Caller caller, String ruleId) {
    return tx.table(RULES)
        .find(caller.scope().organizationId(), ruleId)
        .orElseThrow(() -> MailboxException.notFound("rule"));
  }
}
