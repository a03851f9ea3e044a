package dev.agentmailbox;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.Postmaster;
import dev.agentmailbox.service.account.Accounts;
import dev.agentmailbox.service.account.Members;

/**
 * The first organization and its owner, created or loaded at startup, and the callers derived from
 * them.
 *
 * @param owner owner of the first organization
 */
record FirstAccounts(Accounts.FirstStart start, Human owner) {
  /** Creates or loads the first organization, its key and its owner. */
  static FirstAccounts ensure(Accounts accounts, Members members, MailboxBuilder builder) {
    Accounts.FirstStart start = accounts.ensureFirst(builder.organizationName(), builder.plan);
    return new FirstAccounts(
        start, members.ensureOwner(start.organization().id(), builder.ownerEmail));
  }

  Caller embedder() {
    return new Caller.Embedder(organization());
  }

  /** The owner as a platform operator who has just passed step-up. */
  Caller.Human human() {
    return new Caller.Human(
        owner.id(), organization(), Role.OWNER, Role.OWNER.permissions(), true, true);
  }

  Caller.Human postmaster() {
    return Postmaster.operator(owner.id(), true);
  }

  private Scope organization() {
    return Scope.organization(start.organization().id());
  }
}
