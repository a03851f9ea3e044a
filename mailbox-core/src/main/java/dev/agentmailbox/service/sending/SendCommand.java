package dev.agentmailbox.service.sending;

import dev.agentmailbox.sending.SendKind;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A send as requested; not validated. Created with {@link #send}, {@link #reply}, {@link #replyAll}
 * or {@link #forward}.
 *
 * @param kind SEND, REPLY, REPLY_ALL or FORWARD; a draft is indicated by {@code draftId}
 * @param inboxId sending inbox
 * @param messageId id of the message answered or forwarded; for SEND a message of the thread to
 *     join, null for a new thread
 * @param draftId the draft it is made from; null for none
 * @param expectedRecipients null for no expectation
 * @param headers only {@code X-Service-Client-Ref} is accepted
 */
public record SendCommand(
    SendKind kind,
    String inboxId,
    @Nullable String messageId,
    @Nullable String draftId,
    MailInput mail,
    @Nullable List<String> expectedRecipients,
    Map<String, String> headers) {
  public SendCommand {
    if (kind == SendKind.DRAFT || (kind != SendKind.SEND && messageId == null)) {
      throw new IllegalArgumentException(kind + " needs a message id");
    }
    expectedRecipients = expectedRecipients == null ? null : List.copyOf(expectedRecipients);
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
  }

  /** A new mail. */
  public static SendCommandBuilder send(String inboxId) {
    return new SendCommandBuilder(SendKind.SEND, inboxId, null);
  }

  /** A reply to the author of a message. */
  public static SendCommandBuilder reply(String inboxId, String messageId) {
    return new SendCommandBuilder(SendKind.REPLY, inboxId, messageId);
  }

  /** A reply to the author and all recipients of a message. */
  public static SendCommandBuilder replyAll(String inboxId, String messageId) {
    return new SendCommandBuilder(SendKind.REPLY_ALL, inboxId, messageId);
  }

  /** A forward with attachments; the text is the caller's note above it. */
  public static SendCommandBuilder forward(String inboxId, String messageId) {
    return new SendCommandBuilder(SendKind.FORWARD, inboxId, messageId);
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "SendCommand[" + kind + " from " + inboxId + "]";
  }
}
