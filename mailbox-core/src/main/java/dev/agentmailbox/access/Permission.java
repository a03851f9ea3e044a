package dev.agentmailbox.access;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Permissions of a key within its scope (decisions, section 3). */
public enum Permission {
  ORGANIZATION_READ,
  POD_READ,
  POD_CREATE,
  POD_DELETE,
  INBOX_READ,
  INBOX_CREATE,
  INBOX_UPDATE,
  INBOX_DELETE,
  MESSAGE_READ,
  MESSAGE_SEND,
  MESSAGE_UPDATE,
  MESSAGE_DELETE,
  DRAFT_READ,
  DRAFT_CREATE,
  DRAFT_UPDATE,
  DRAFT_DELETE,
  DRAFT_SEND,
  APPROVAL_READ,
  LIST_ENTRY_READ,
  LIST_ENTRY_CREATE,
  LIST_ENTRY_DELETE,
  EVENT_READ,
  WEBHOOK_READ,
  USAGE_READ,
  AUDIT_READ,
  API_KEY_READ,
  LABEL_SPAM_READ,
  LABEL_BLOCKED_READ,
  LABEL_TRASH_READ;

  private static final Map<String, Permission> BY_WIRE_NAME =
      Arrays.stream(values()).collect(Collectors.toMap(Permission::wireName, Function.identity()));

  private final String wireName = name().toLowerCase(Locale.ROOT);

  /** The name as written on the wire, for example {@code inbox_read}. */
  public String wireName() {
    return wireName;
  }

  public static Optional<Permission> named(String wireName) {
    return Optional.ofNullable(BY_WIRE_NAME.get(wireName));
  }
}
