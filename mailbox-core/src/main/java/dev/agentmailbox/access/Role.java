package dev.agentmailbox.access;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** A human's role in an organization (decisions, section 4). */
public enum Role {
  /** All permissions. */
  OWNER,
  /** Decides approvals, releases held mail, locks threads, and reads. */
  APPROVER;

  private static final Set<Permission> READING =
      Set.of(
          Permission.ORGANIZATION_READ,
          Permission.POD_READ,
          Permission.INBOX_READ,
          Permission.MESSAGE_READ,
          Permission.DRAFT_READ,
          Permission.APPROVAL_READ,
          Permission.LIST_ENTRY_READ,
          Permission.EVENT_READ,
          Permission.WEBHOOK_READ,
          Permission.USAGE_READ,
          Permission.API_KEY_READ,
          Permission.LABEL_SPAM_READ,
          Permission.LABEL_BLOCKED_READ,
          Permission.LABEL_TRASH_READ);

  /** Permissions of this role for operations shared with keys. */
  public Set<Permission> permissions() {
    return this == OWNER ? EnumSet.allOf(Permission.class) : READING;
  }

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Role> named(String wireName) {
    for (Role role : values()) {
      if (role.wireName().equals(wireName)) {
        return Optional.of(role);
      }
    }
    return Optional.empty();
  }
}
