package dev.agentmailbox.http.api.common;

import dev.agentmailbox.http.shape.Field;

/** The identifiers that stand in paths. */
public final class Ids {
  public static final Field<String> INBOX =
      Field.path("inbox_id", "The address of the inbox; @ needs no encoding.");
  public static final Field<String> POD = Field.path("pod_id", "The pod.");
  public static final Field<String> MESSAGE = Field.path("message_id", "The message.");
  public static final Field<String> THREAD = Field.path("thread_id", "The thread.");
  public static final Field<String> ATTACHMENT = Field.path("attachment_id", "The attachment.");
  public static final Field<String> APPROVAL = Field.path("approval_id", "The approval.");
  public static final Field<String> DRAFT = Field.path("draft_id", "The draft.");
  public static final Field<String> SEND = Field.path("send_id", "The send.");

  private Ids() {}
}
