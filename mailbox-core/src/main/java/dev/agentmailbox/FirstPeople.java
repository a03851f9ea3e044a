package dev.agentmailbox;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.Postmaster;
import dev.agentmailbox.service.account.Accounts;

/**
 * What was made at the first start, or found, and the callers that follow from it.
 *
 * @param owner of the first organization
 */
record FirstPeople(Accounts.FirstStart start, Human owner) {
  Caller embedder() {
    return new Caller.Embedder(organization());
  }

  /** Just verified, and operator of the platform. */
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
