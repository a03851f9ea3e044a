package dev.agentmailbox.account;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Scope;
import java.util.EnumSet;
import java.util.Set;

/**
 * The service's own organization. It receives only the mail to {@code postmaster@} and {@code
 * abuse@} of every domain.
 *
 * <p>It has no members, and only owners create keys, webhooks, grants and codes: only an operator
 * who switches to it has access to its mail.
 */
public final class Postmaster {
  /** Created at first start, after the first organization. */
  public static final String ORGANIZATION_ID = "org_0000000000000000";

  public static final String POD_ID = "pod_0000000000000000";
  public static final String NAME = "Postmaster";

  /** Read, label, answer and delete mail. Its inboxes are managed by the service. */
  private static final Set<Permission> PERMISSIONS =
      EnumSet.complementOf(
          EnumSet.of(
              Permission.POD_CREATE,
              Permission.POD_DELETE,
              Permission.INBOX_CREATE,
              Permission.INBOX_UPDATE,
              Permission.INBOX_DELETE));

  private Postmaster() {}

  /** A platform operator acting in this organization. */
  public static Caller.Human operator(String userId, boolean verified) {
    return new Caller.Human(
        userId, Scope.organization(ORGANIZATION_ID), Role.APPROVER, PERMISSIONS, verified, true);
  }
}
