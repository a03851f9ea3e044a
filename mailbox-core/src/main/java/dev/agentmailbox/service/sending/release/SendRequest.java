package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.account.EffectivePolicy;
import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.mime.write.OutgoingAttachment;
import dev.agentmailbox.sending.Recipient;
import dev.agentmailbox.sending.RecipientRole;
import dev.agentmailbox.sending.SendOrigin;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A derived mail before the release checks: recipients, subject and bodies are determined from the
 * command and the message it answers.
 *
 * @param inbox sending inbox, read before the write transaction
 * @param policy its effective policy, read before the write transaction
 * @param recipients each address once, in the order To, Cc, Bcc
 * @param answered the message it answers or forwards; null for a new mail
 */
public record SendRequest(
    Inbox inbox,
    EffectivePolicy policy,
    SendOrigin origin,
    List<Recipient> recipients,
    Content content,
    Options options,
    @Nullable Answered answered,
    Faults faults) {
  public SendRequest {
    recipients = List.copyOf(recipients);
  }

  public @Nullable String subject() {
    return content.words().subject();
  }

  public @Nullable String text() {
    return content.words().text();
  }

  public @Nullable String html() {
    return content.words().html();
  }

  public List<OutgoingAttachment> attachments() {
    return content.files().read();
  }

  /** The thread the mail joins; null for a new thread. */
  public @Nullable String threadId() {
    return answered == null ? null : answered.threadId();
  }

  /** Addresses in lower case, for comparison. */
  public Set<String> recipientKeys() {
    return recipients.stream().map(Recipient::key).collect(Collectors.toSet());
  }

  /** The mailboxes with one role, in order. */
  public List<MailAddress> inRole(RecipientRole role) {
    return recipients.stream().filter(r -> r.role() == role).map(Recipient::mailbox).toList();
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "SendRequest[" + origin.kind() + " to " + recipients.size() + "]";
  }

  /**
   * Content of the mail.
   *
   * @param own what the caller wrote: everything, or the note above a forwarded message
   */
  public record Content(Words words, Words own, Files files) {}

  /**
   * Further options of the request.
   *
   * @param sendAt scheduled time; null for immediately
   * @param expectedRecipients addresses in lower case; null for no expectation
   * @param headers additional header fields
   */
  public record Options(
      List<String> labels,
      @Nullable Instant sendAt,
      @Nullable Set<String> expectedRecipients,
      Map<String, String> headers) {
    public Options {
      labels = List.copyOf(labels);
      headers = Map.copyOf(headers);
    }
  }

  /**
   * Errors that only show after derivation; then nothing is composed.
   *
   * @param uncleanFields paths of fields with a control character
   */
  public record Faults(List<String> uncleanFields, List<FieldProblem> problems) {
    public static final Faults NONE = new Faults(List.of(), List.of());

    public Faults {
      uncleanFields = List.copyOf(uncleanFields);
      problems = List.copyOf(problems);
    }

    boolean isEmpty() {
      return uncleanFields.isEmpty() && problems.isEmpty();
    }
  }

  /**
   * Attachments of a mail.
   *
   * @param unread those not read because they cannot fit
   */
  public record Files(List<OutgoingAttachment> read, Unread unread) {
    public Files {
      read = List.copyOf(read);
    }

    /** Appends attachments. */
    public Files and(Files more) {
      List<OutgoingAttachment> all = new ArrayList<>(read);
      all.addAll(more.read);
      return new Files(
          all,
          new Unread(unread.count() + more.unread.count(), unread.bytes() + more.unread.bytes()));
    }
  }

  /** Attachments that were not read. */
  public record Unread(int count, long bytes) {
    public static final Unread NONE = new Unread(0, 0);
  }

  /** The caller's texts, each optional. */
  public record Words(@Nullable String subject, @Nullable String text, @Nullable String html) {
    /** Omits the content. */
    @Override
    public String toString() {
      return "Words[…]";
    }
  }

  /**
   * The message a mail answers or forwards.
   *
   * @param messageId its id
   * @param threadId the thread the mail joins; null for a new thread (forward)
   * @param rfcMessageId with angle brackets; null when the message has none
   * @param references its own References
   * @param fromMachine an automatic mail, a bounce, or from an inbox of this service, so that
   *     answering could start a mail loop
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
