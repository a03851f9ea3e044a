package dev.agentmailbox.service.signup;

import static dev.agentmailbox.port.account.AccountTables.CLAIMS;
import static dev.agentmailbox.port.account.AccountTables.CLAIM_EXPIRY;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.access.SignUpClaim;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.service.inbox.InboxRemoval;
import dev.agentmailbox.service.work.MaintenanceTask;
import java.util.List;
import java.util.Set;

/** Deletes inboxes that were not claimed in time; their addresses are retired. Thread safe. */
public final class UnclaimedInboxes implements MaintenanceTask {
  private static final int BATCH = 50;

  private final MailboxContext context;
  private final InboxRemoval removal;

  public UnclaimedInboxes(MailboxContext context) {
    this.context = context;
    this.removal = new InboxRemoval(context);
  }

  @Override
  public String name() {
    return "unclaimed inboxes";
  }

  @Override
  public int run() {
    List<SignUpClaim> due =
        context.read(tx -> tx.table(CLAIMS).due(CLAIM_EXPIRY, context.now(), BATCH));
    due.forEach(this::remove);
    return due.size();
  }

  /** A concurrent claim and this job race for the claim row; the first to remove it wins. */
  private void remove(SignUpClaim claim) {
    Caller service = new Caller.Embedder(Scope.organization(claim.organizationId()));
    Set<String> contentKeys =
        context.write(
            tx ->
                tx.table(CLAIMS).remove(claim.organizationId(), claim.inboxId())
                        && tx.inboxes().find(service.scope(), claim.inboxId()).isPresent()
                    ? removal.removeIn(tx, service, claim.inboxId())
                    : Set.of());
    removal.deleteContent(contentKeys);
  }
}
