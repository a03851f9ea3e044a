package dev.agentmailbox.account;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Scope;
import java.util.EnumSet;
import java.util.Set;

/**
 * The organization of the service itself. It keeps what is written to {@code postmaster@} and
 * {@code abuse@} of every domain, and nothing else.
 *
 * <p>It has no members, and only owners make keys, webhooks, grants and codes: no scope but that of
 * an operator who chose it reaches its mail.
 */
public final class Postmaster {
  /** Made at the first start, after the first organization. */
  public static final String ORGANIZATION_ID = "org_0000000000000000";

  public static final String POD_ID = "pod_0000000000000000";
  public static final String NAME = "Postmaster";

  /** To read, sort, answer and delete mail. The inboxes come and stay by themselves. */
  private static final Set<Permission> PERMISSIONS =
      EnumSet.complementOf(
          EnumSet.of(
              Permission.POD_CREATE,
              Permission.POD_DELETE,
              Permission.INBOX_CREATE,
              Permission.INBOX_UPDATE,
              Permission.INBOX_DELETE));

  private Postmaster() {}

  /** An operator of the platform who acts here. */
  public static Caller.Human operator(String userId, boolean verified) {
    return new Caller.Human(
        userId, Scope.organization(ORGANIZATION_ID), Role.APPROVER, PERMISSIONS, verified, true);
  }
}
