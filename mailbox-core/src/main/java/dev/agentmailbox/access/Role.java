package dev.agentmailbox.access;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What a human is in an organization (decisions, section 4). */
public enum Role {
  /** Does everything. */
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

  /** What a human of this role may do on the operations it shares with keys. */
  public Set<Permission> permissions() {
    return this == OWNER ? EnumSet.allOf(Permission.class) : READING;
  }

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The role of that wire name. */
  public static Optional<Role> named(String wireName) {
    for (Role role : values()) {
      if (role.wireName().equals(wireName)) {
        return Optional.of(role);
      }
    }
    return Optional.empty();
  }
}
