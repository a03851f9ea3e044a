package dev.agentmailbox.service.account;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.account.Plan;
import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.service.record.OrganizationView;
import dev.agentmailbox.service.request.Access;
import java.util.function.UnaryOperator;

/** Management of organizations by platform operators. Thread safe. */
public final class Operators {
  private final MailboxContext context;

  public Operators(MailboxContext context) {
    this.context = context;
  }

  /** All organizations, by creation. */
  public Page<OrganizationView> organizations(Caller caller, PageRequest page) {
    Access.requireOperator(caller);
    return context.read(
        tx ->
            Page.cut(
                tx.organizations().list(page).stream()
                    .map(found -> OrganizationView.of(tx, found))
                    .toList(),
                page.limit(),
                shown ->
                    new PagePosition(shown.organization().createdAt(), shown.organization().id())));
  }

  /**
   * Changes an organization's plan. Existing use beyond the new limits is kept.
   *
   * @param change computes the new plan from the current one
   * @throws MailboxException {@code human_required}, {@code missing_permission}, {@code
   *     step_up_required}, {@code not_found}
   */
  public OrganizationView updatePlan(
      Caller caller, String organizationId, UnaryOperator<Plan> change) {
    Access.requireVerifiedOperator(caller);
    return context.write(
        tx -> {
          Organization before =
              tx.organizations()
                  .lock(organizationId)
                  .orElseThrow(() -> MailboxException.notFound("organization"));
          Organization after = before.withPlan(change.apply(before.plan()), context.now());
          tx.organizations().update(after);
          tx.audit(
              AuditRecord.of(
                  organizationId, after.updatedAt(), caller.id(), AuditAction.PLAN_CHANGED));
          return OrganizationView.of(tx, after);
        });
  }
}
