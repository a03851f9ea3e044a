package dev.agentmailbox.http.api.access;

import dev.agentmailbox.access.Permission;

/** What each permission allows, for the reference. */
final class PermissionTexts {
  private PermissionTexts() {}

  static String of(Permission permission) {
    return switch (permission) {
      case ORGANIZATION_READ -> "Read the organization.";
      case POD_READ -> "Read and list pods.";
      case POD_CREATE -> "Create pods.";
      case POD_DELETE -> "Delete pods.";
      case INBOX_READ -> "Read, list and search inboxes, and read policies.";
      case INBOX_CREATE -> "Create inboxes.";
      case INBOX_UPDATE -> "Change display name and metadata of inboxes.";
      case INBOX_DELETE -> "Delete inboxes with all their mail.";
      case MESSAGE_READ -> "Read, list and search messages, threads and attachments.";
      case MESSAGE_SEND -> "Send, reply and forward; read and cancel sends.";
      case MESSAGE_UPDATE -> "Add and remove labels of messages and threads.";
      case MESSAGE_DELETE -> "Move messages and threads to the trash, and delete them from there.";
      case DRAFT_READ -> "Read and list drafts.";
      case DRAFT_CREATE -> "Create drafts.";
      case DRAFT_UPDATE -> "Change drafts.";
      case DRAFT_DELETE -> "Delete drafts.";
      case DRAFT_SEND -> "Send drafts; needs message_send too.";
      case APPROVAL_READ -> "Read and list approvals; only humans decide them.";
      case LIST_ENTRY_READ -> "Read allow and block lists.";
      case LIST_ENTRY_CREATE -> "Add list entries that tighten a list; loosening is for humans.";
      case LIST_ENTRY_DELETE -> "Remove list entries where that tightens a list.";
      case EVENT_READ -> "Read events by polling and over the WebSocket.";
      case WEBHOOK_READ -> "Read webhooks and their deliveries.";
      case USAGE_READ -> "Read usage and metrics.";
      case AUDIT_READ -> "Read the audit trail; for keys of the whole organization.";
      case API_KEY_READ -> "List API keys, without their secrets.";
      case LABEL_SPAM_READ -> "See messages labelled spam, with include_spam.";
      case LABEL_BLOCKED_READ -> "See messages labelled blocked, with include_blocked.";
      case LABEL_TRASH_READ -> "See messages in the trash, with include_trash.";
    };
  }
}
