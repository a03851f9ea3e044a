package dev.agentmailbox.http.api;

import dev.agentmailbox.http.shape.Field;

/** The identifiers that stand in paths. */
final class Ids {
  static final Field<String> INBOX =
      Field.path("inbox_id", "The address of the inbox; @ needs no encoding.");
  static final Field<String> POD = Field.path("pod_id", "The pod.");
  static final Field<String> MESSAGE = Field.path("message_id", "The message.");
  static final Field<String> THREAD = Field.path("thread_id", "The thread.");
  static final Field<String> ATTACHMENT = Field.path("attachment_id", "The attachment.");
  static final Field<String> APPROVAL = Field.path("approval_id", "The approval.");
  static final Field<String> DRAFT = Field.path("draft_id", "The draft.");
  static final Field<String> SEND = Field.path("send_id", "The send.");

  private Ids() {}
}
