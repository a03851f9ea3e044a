package dev.agentmailbox.audit;

import java.util.Locale;

/** What an entry of the audit trail is about. */
public enum AuditAction {
  APPROVAL_APPROVED,
  APPROVAL_REJECTED,
  APPROVAL_EXPIRED,
  SEND_ACCEPTED,
  SEND_CANCELLED,
  MESSAGE_RELEASED,
  THREAD_LOCKED,
  THREAD_UNLOCKED,
  INBOX_PAUSED,
  INBOX_RESUMED,
  ORGANIZATION_RENAMED,
  ORGANIZATION_PAUSED,
  ORGANIZATION_RESUMED,
  PLAN_CHANGED,
  POLICY_CHANGED,
  RULE_CREATED,
  RULE_REVOKED,
  RULE_USED,
  LIST_ENTRY_ADDED,
  LIST_ENTRY_REMOVED,
  KEY_CREATED,
  KEY_CHANGED,
  KEY_REVOKED,
  GRANT_APPROVED,
  WEBHOOK_CREATED,
  WEBHOOK_CHANGED,
  WEBHOOK_DELETED,
  INBOX_DELETED,
  ADDRESS_ERASED,
  CODE_CREATED,
  CODE_REVOKED,
  INVITE_CREATED,
  INVITE_REVOKED,
  SIGN_UP_CHANGED,
  PLATFORM_PAUSED,
  PLATFORM_RESUMED,
  MEMBER_INVITED,
  MEMBER_JOINED,
  MEMBER_CHANGED,
  MEMBER_REMOVED,
  SESSION_OPENED,
  SESSION_VERIFIED,
  SESSION_SWITCHED,
  AUDIT_EXPORTED;

  private final String wireName = dotted(name().toLowerCase(Locale.ROOT));

  /** The name as written on the wire, for example {@code approval.approved}. */
  public String wireName() {
    return wireName;
  }

  private static String dotted(String name) {
    int last = name.lastIndexOf('_');
    return name.substring(0, last) + "." + name.substring(last + 1);
  }
}
