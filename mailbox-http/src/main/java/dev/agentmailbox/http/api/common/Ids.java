package dev.agentmailbox.http.api.common;

import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;

/** Path parameters shared by several resources. */
public final class Ids {
  public static final Field<String> INBOX =
      Field.path("inbox_id", Shapes.inboxId(), "Address of the inbox; @ needs no encoding.");
  public static final Field<String> POD = Field.path("pod_id", "Identifier of the pod.");
  public static final Field<String> MESSAGE =
      Field.path("message_id", "Identifier of the message.");
  public static final Field<String> THREAD = Field.path("thread_id", "Identifier of the thread.");
  public static final Field<String> ATTACHMENT =
      Field.path("attachment_id", "Identifier of the attachment.");
  public static final Field<String> APPROVAL =
      Field.path("approval_id", "Identifier of the approval.");
  public static final Field<String> DRAFT = Field.path("draft_id", "Identifier of the draft.");
  public static final Field<String> SEND = Field.path("send_id", "Identifier of the send.");

  private Ids() {}
}
