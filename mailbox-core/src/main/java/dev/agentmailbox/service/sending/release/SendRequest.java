package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.mime.write.OutgoingAttachment;
import dev.agentmailbox.sending.Recipient;
import dev.agentmailbox.sending.RecipientRole;
import dev.agentmailbox.sending.SendKind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A mail that someone wants to send, after recipients, subject and bodies were derived from what
 * was asked and from the message it answers. Nothing is decided yet.
 *
 * @param recipients each address once, in the order of To, Cc, Bcc
 * @param own what the caller wrote: all of it, or the note above a forwarded message
 * @param expectedRecipients addresses in lower case; null when the caller names none
 * @param headers further header fields the caller may set
 * @param answered the message it answers or forwards; null for a new one
 * @param unread attachments of a forwarded message that were not read because they cannot fit
 * @param uncleanFields fields with a control character, by path; nothing is composed then
 * @param problems what is wrong with the request and shows only after deriving
 */
public record SendRequest(
    SendKind kind,
    @Nullable String draftId,
    List<Recipient> recipients,
    @Nullable String subject,
    @Nullable String text,
    @Nullable String html,
    Words own,
    List<OutgoingAttachment> attachments,
    List<String> labels,
    @Nullable Instant sendAt,
    @Nullable Set<String> expectedRecipients,
    Map<String, String> headers,
    @Nullable Answered answered,
    Unread unread,
    List<String> uncleanFields,
    List<FieldProblem> problems) {
  public SendRequest {
    recipients = List.copyOf(recipients);
    attachments = List.copyOf(attachments);
    labels = List.copyOf(labels);
    headers = Map.copyOf(headers);
    uncleanFields = List.copyOf(uncleanFields);
    problems = List.copyOf(problems);
  }

  /** Addresses in lower case, for comparing. */
  public Set<String> recipientKeys() {
    return recipients.stream().map(Recipient::key).collect(Collectors.toSet());
  }

  /** The mailboxes of one role, in order. */
  public List<MailAddress> inRole(RecipientRole role) {
    return recipients.stream().filter(r -> r.role() == role).map(Recipient::mailbox).toList();
  }

  /** Says nothing of the content. */
  @Override
  public String toString() {
    return "SendRequest[" + kind + " to " + recipients.size() + "]";
  }

  /** Attachments that were left where they are. */
  public record Unread(int count, long bytes) {
    public static final Unread NONE = new Unread(0, 0);
  }

  /** Words of the caller; each may be missing. */
  public record Words(@Nullable String subject, @Nullable String text, @Nullable String html) {
    /** Says nothing of the content. */
    @Override
    public String toString() {
      return "Words[…]";
    }
  }

  /**
   * The message a mail answers or forwards.
   *
   * @param messageId our id
   * @param threadId the thread the mail joins; null when it starts one (forward)
   * @param rfcMessageId with angle brackets; null when the message has none
   * @param references its own References
   * @param fromMachine an automatic mail, a bounce, or from an inbox of this service: answering it
   *     makes a loop
   */
  public record Answered(
      String messageId,
      @Nullable String threadId,
      @Nullable String rfcMessageId,
      List<String> references,
      boolean fromMachine) {
    public Answered {
      references = List.copyOf(references);
    }
  }
}
