package dev.agentmailbox.service.policy;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.EffectivePolicy;
import dev.agentmailbox.account.NoticePolicy;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.account.Pod;
import dev.agentmailbox.account.Policy;
import dev.agentmailbox.account.WorkingHours;
import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.FieldUpdate;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.ScopeRef;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The policies of all levels, and changes by owners. Thread safe. */
public final class Policies {
  private final MailboxContext context;
  private final SendRules rules;

  public Policies(MailboxContext context, IdempotencyRunner runner) {
    this.context = context;
    this.rules = new SendRules(context, runner);
  }

  /** Rules by which mail leaves without an approval that the policy asks for. */
  public SendRules rules() {
    return rules;
  }

  /** Changes of one level; a null value inherits from the wider level. */
  public record PolicyChanges(
      FieldUpdate<List<String>> approvalFlags,
      FieldUpdate<Boolean> allowBcc,
      FieldUpdate<List<String>> hold,
      FieldUpdate<Boolean> autoSubmitted,
      FieldUpdate<Integer> duplicateWindowSeconds,
      FieldUpdate<NoticePolicy> approvalNotices,
      FieldUpdate<Integer> retentionDays,
      FieldUpdate<Boolean> legalHold) {
    /** Changes that leave alone what is said about keeping mail. */
    public PolicyChanges(
        FieldUpdate<List<String>> approvalFlags,
        FieldUpdate<Boolean> allowBcc,
        FieldUpdate<List<String>> hold,
        FieldUpdate<Boolean> autoSubmitted,
        FieldUpdate<Integer> duplicateWindowSeconds,
        FieldUpdate<NoticePolicy> approvalNotices) {
      this(
          approvalFlags,
          allowBcc,
          hold,
          autoSubmitted,
          duplicateWindowSeconds,
          approvalNotices,
          FieldUpdate.none(),
          FieldUpdate.none());
    }

    private boolean isEmpty() {
      return !approvalFlags.present()
          && !allowBcc.present()
          && !hold.present()
          && !autoSubmitted.present()
          && !duplicateWindowSeconds.present()
          && !approvalNotices.present()
          && !retentionDays.present()
          && !legalHold.present();
    }

    private Policy over(Policy old) {
      return new Policy(
          set(approvalFlags, old.approvalFlags()),
          allowBcc.or(old.allowBcc()),
          set(hold, old.hold()),
          autoSubmitted.or(old.autoSubmitted()),
          duplicateWindowSeconds.or(old.duplicateWindowSeconds()),
          approvalNotices.or(old.approvalNotices()),
          retentionDays.or(old.retentionDays()),
          legalHold.or(old.legalHold()));
    }

    private static @Nullable Set<String> set(
        FieldUpdate<List<String>> change, @Nullable Set<String> old) {
      List<String> changed = change.value();
      return change.present() ? (changed == null ? null : Set.copyOf(changed)) : old;
    }
  }

  /** The effective policy of a level. */
  public EffectivePolicy get(Caller caller, ScopeRef scopeRef) {
    return context.read(
        tx -> {
          Scope level = scopeRef.find(tx, caller);
          Access.require(caller, Permission.INBOX_READ);
          return PolicyLoader.at(tx, level);
        });
  }

  /**
   * Changes the policy of one level. Requires an owner with a recent step-up, or an operator for
   * the service's own mail.
   *
   * @return the effective policy afterwards
   */
  public EffectivePolicy update(Caller caller, ScopeRef scopeRef, PolicyChanges changes) {
    Access.requireHuman(caller);
    check(changes);
    return context.write(
        tx -> {
          Scope level = scopeRef.find(tx, caller);
          Access.requireVerifiedKeeper(caller);
          Instant now = context.now();
          write(tx, level, changes::over, now);
          EffectivePolicy after = PolicyLoader.at(tx, level);
          tx.audit(
              AuditRecord.by(caller, now, AuditAction.POLICY_CHANGED)
                  .at(level)
                  .with("approval_flags", String.join(" ", new TreeSet<>(after.approvalFlags())))
                  .with("hold", String.join(" ", new TreeSet<>(after.hold())))
                  .with("allow_bcc", String.valueOf(after.allowBcc()))
                  .with("auto_submitted", String.valueOf(after.autoSubmitted()))
                  .with("duplicate_window_seconds", after.duplicateWindow().toSeconds() + "")
                  .with("retention_days", after.retentionDays() + "")
                  .with("legal_hold", String.valueOf(after.legalHold())));
          return after;
        });
  }

  private static void check(PolicyChanges changes) {
    FieldProblems problems = new FieldProblems();
    if (changes.isEmpty()) {
      problems.add("body", "must contain at least one field to change");
    }
    names(problems, "approval_flags", changes.approvalFlags(), Policy.APPROVAL_FLAGS);
    names(problems, "hold", changes.hold(), Policy.HOLD_REASONS);
    Integer window = changes.duplicateWindowSeconds().value();
    if (window != null && (window < 0 || window > Policy.MAX_DUPLICATE_WINDOW_SECONDS)) {
      problems.add(
          "duplicate_window_seconds",
          "must be between 0 and " + Policy.MAX_DUPLICATE_WINDOW_SECONDS);
    }
    Integer days = changes.retentionDays().value();
    if (days != null && (days < 0 || days > Policy.MAX_RETENTION_DAYS)) {
      problems.add("retention_days", "must be between 0 and " + Policy.MAX_RETENTION_DAYS);
    }
    NoticePolicy notices = changes.approvalNotices().value();
    if (notices != null) {
      check(notices, problems);
    }
    problems.refuseIfAny();
  }

  private static void check(NoticePolicy notices, FieldProblems problems) {
    Map.of(
            "reminder_hours", notices.reminderHours(),
            "escalation_hours", notices.escalationHours())
        .forEach(
            (name, hours) -> {
              if (hours < 0 || hours > NoticePolicy.MAX_HOURS) {
                problems.add(
                    "approval_notices." + name, "must be between 0 and " + NoticePolicy.MAX_HOURS);
              }
            });
    Optional.ofNullable(notices.workingHours())
        .flatMap(WorkingHours::problem)
        .ifPresent(
            problem ->
                problems.add(
                    "approval_notices.working_hours." + problem.field(), problem.message()));
  }

  private static void names(
      FieldProblems problems, String path, FieldUpdate<List<String>> change, List<String> known) {
    List<String> values = change.value();
    if (values == null) {
      return;
    }
    for (int i = 0; i < values.size(); i++) {
      if (!known.contains(values.get(i))) {
        problems.add(path + "[" + i + "]", "must be one of " + String.join(", ", known));
      }
    }
  }

  private static void write(
      StoreTransaction tx, Scope level, UnaryOperator<Policy> change, Instant now) {
    if (level.inboxId() != null) {
      Inbox inbox =
          tx.inboxes()
              .lock(level, level.id())
              .orElseThrow(() -> MailboxException.notFound("inbox"));
      tx.inboxes().update(inbox.withPolicy(change.apply(inbox.policy()), now));
      return;
    }
    // The organization's row is locked for its pods too, so that concurrent changes are not lost.
    Organization organization =
        tx.organizations()
            .lock(level.organizationId())
            .orElseThrow(() -> MailboxException.notFound("organization"));
    if (level.podId() != null) {
      Pod pod =
          tx.pods().find(level, level.podId()).orElseThrow(() -> MailboxException.notFound("pod"));
      tx.pods().update(pod.withPolicy(change.apply(pod.policy()), now));
    } else {
      tx.organizations().update(organization.withPolicy(change.apply(organization.policy()), now));
    }
  }
}
