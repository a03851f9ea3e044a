package dev.agentmailbox.http.api.message;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.account.EffectivePolicy;
import dev.agentmailbox.account.Policy;
import dev.agentmailbox.http.api.common.ScopePath;
import dev.agentmailbox.http.docs.KnownValues;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.service.policy.Policies;
import dev.agentmailbox.service.policy.Policies.PolicyChanges;
import dev.agentmailbox.service.request.FieldUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Policies for sending and receiving, at organization, pod and inbox level. */
public final class PolicyRoutes {
  private static final String TAG = "Policy";
  private static final String INHERIT = " null inherits from the wider level.";
  private static final Field<List<String>> APPROVAL_FLAGS =
      Field.of(
              "approval_flags",
              Shapes.list(KnownValues.RISK_FLAG),
              "Risk flags that require human approval. first_contact: a recipient the inbox has"
                  + " never corresponded with. recipient_from_mail: a recipient that only the text"
                  + " of a mail from outside names. link_from_mail: a link to a site that only such a"
                  + " mail names, unless its author gets this one. has_links: any URL or bare domain in text, HTML or"
                  + " subject. has_attachments: any attached file."
                  + " many_recipients: more than 10 recipients. html_unfaithful: HTML whose"
                  + " recipients may see other words than its review shows; asks for approval"
                  + " wherever another flag is named."
                  + INHERIT)
          .nullable();
  private static final Field<Boolean> ALLOW_BCC =
      Field.of("allow_bcc", Shapes.flag(), "Whether sends may have Bcc recipients." + INHERIT)
          .nullable();
  private static final Field<List<String>> HOLD =
      Field.of(
              "hold",
              Shapes.list(KnownValues.POLICY_HOLD),
              "Reasons for which incoming mail is held for a human." + INHERIT)
          .nullable();
  private static final Field<Boolean> AUTO_SUBMITTED =
      Field.of(
              "auto_submitted",
              Shapes.flag(),
              "Whether outgoing mail carries Auto-Submitted (RFC 3834)." + INHERIT)
          .nullable();
  private static final Field<Long> DUPLICATE_WINDOW =
      Field.of(
              "duplicate_window_seconds",
              Shapes.integer(0, Policy.MAX_DUPLICATE_WINDOW_SECONDS),
              "Seconds during which an identical message is refused; 0: never." + INHERIT)
          .nullable();
  private static final Field<Long> RETENTION_DAYS =
      Field.of(
              "retention_days",
              Shapes.integer(0, Policy.MAX_RETENTION_DAYS),
              "Days after which messages are removed, sent ones too; 0: kept until deleted."
                  + " Messages that are held, or under a legal hold, stay."
                  + INHERIT)
          .nullable();
  private static final Field<Boolean> LEGAL_HOLD =
      Field.of(
              "legal_hold",
              Shapes.flag(),
              "Whether messages are kept whatever their age, and cannot be deleted permanently. A"
                  + " narrower level cannot end it."
                  + INHERIT)
          .nullable();

  private static final View<EffectivePolicy> POLICY =
      View.<EffectivePolicy>of("Policy")
          .texts("approval_flags", KnownValues.RISK_FLAG, p -> new TreeSet<>(p.approvalFlags()))
          .about("Risk flags that require human approval.")
          .flag("allow_bcc", EffectivePolicy::allowBcc)
          .about("Whether sends may have Bcc recipients.")
          .texts("hold", KnownValues.POLICY_HOLD, p -> new TreeSet<>(p.hold()))
          .about("Reasons for which incoming mail is held for a human.")
          .flag("auto_submitted", EffectivePolicy::autoSubmitted)
          .about("Whether outgoing mail carries Auto-Submitted (RFC 3834).")
          .count("duplicate_window_seconds", p -> p.duplicateWindow().toSeconds())
          .about("Seconds during which an identical message is refused; 0: never.")
          .object("approval_notices", NoticeFields.VIEW, EffectivePolicy::approvalNotices)
          .about("How approvers are notified of sends that wait.")
          .count("retention_days", EffectivePolicy::retentionDays)
          .about("Days after which messages are removed; 0: kept until deleted.")
          .flag("legal_hold", EffectivePolicy::legalHold)
          .about("Whether messages are kept whatever their age, and cannot be deleted permanently.")
          .build();

  private final Policies policies;

  public PolicyRoutes(Mailbox mailbox) {
    this.policies = mailbox.policies();
  }

  public List<Operation> rows() {
    List<Operation> rows = new ArrayList<>();
    for (ScopePath level : ScopePath.ALL) {
      rows.add(
          Operation.get("get" + level.name() + "Policy", level.path() + "/policy")
              .tag(TAG)
              .summary("Read the effective policy, inherited values included.")
              .permission(Permission.INBOX_READ)
              .fields(level.fields())
              .answersOk(POLICY, "The policy.")
              .handledBy(
                  call -> Response.ok(POLICY, policies.get(call.caller(), level.scope(call)))));
      rows.add(
          Operation.patch("update" + level.name() + "Policy", level.path() + "/policy")
              .tag(TAG)
              .access(AccessRule.HUMAN)
              .bodyNamed("UpdatePolicyRequest")
              .summary("Change the policy of this level.")
              .description(
                  "Each field is taken from the narrowest level that sets it: inbox, then"
                      + " pod, then organization.")
              .fields(level.fields())
              .fields(
                  List.of(
                      APPROVAL_FLAGS,
                      ALLOW_BCC,
                      HOLD,
                      AUTO_SUBMITTED,
                      DUPLICATE_WINDOW,
                      NoticeFields.FIELD,
                      RETENTION_DAYS,
                      LEGAL_HOLD))
              .answersOk(POLICY, "The effective policy after the change.")
              .handledBy(call -> update(call, level)));
    }
    return rows;
  }

  private Response update(Request call, ScopePath level) {
    PolicyChanges changes =
        new PolicyChanges(
            change(call, APPROVAL_FLAGS),
            change(call, ALLOW_BCC),
            change(call, HOLD),
            change(call, AUTO_SUBMITTED),
            number(call, DUPLICATE_WINDOW),
            NoticeFields.change(call),
            number(call, RETENTION_DAYS),
            change(call, LEGAL_HOLD));
    return Response.ok(POLICY, policies.update(call.caller(), level.scope(call), changes));
  }

  private static FieldUpdate<Integer> number(Request call, Field<Long> field) {
    return call.has(field)
        ? FieldUpdate.to(call.find(field).map(Math::toIntExact).orElse(null))
        : FieldUpdate.none();
  }

  private static <T> FieldUpdate<T> change(Request call, Field<T> field) {
    return call.has(field) ? FieldUpdate.to(call.find(field).orElse(null)) : FieldUpdate.none();
  }
}
