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
 * A mail that someone wants to send, after recipients, subject and bodies were derived from what
 * was asked and from the message it answers. Nothing is decided yet.
 *
 * @param inbox the sending inbox, as read before the write
 * @param policy of that inbox, as read before the write
 * @param recipients each address once, in the order of To, Cc, Bcc
 * @param answered the message it answers or forwards; null for a new one
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

  /** The thread the mail joins; null when it starts one. */
  public @Nullable String threadId() {
    return answered == null ? null : answered.threadId();
  }

  /** Addresses in lower case, for comparing. */
  public Set<String> recipientKeys() {
    return recipients.stream().map(Recipient::key).collect(Collectors.toSet());
  }

  /** The mailboxes of one role, in order. */
  public List<MailAddress> inRole(RecipientRole role) {
    return recipients.stream().filter(r -> r.role() == role).map(Recipient::mailbox).toList();
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "SendRequest[" + origin.kind() + " to " + recipients.size() + "]";
  }

  /**
   * What the mail says.
   *
   * @param own what the caller wrote: all of it, or the note above a forwarded message
   */
  public record Content(Words words, Words own, Files files) {}

  /**
   * What the caller asks for beside the mail itself.
   *
   * @param sendAt when it is to leave; null for at once
   * @param expectedRecipients addresses in lower case; null when the caller names none
   * @param headers further header fields the caller may set
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
   * What is wrong with the request and shows only after deriving; nothing is composed then.
   *
   * @param uncleanFields fields with a control character, by path
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
   * Files of a mail.
   *
   * @param unread those that were left where they are, because they cannot fit
   */
  public record Files(List<OutgoingAttachment> read, Unread unread) {
    public Files {
      read = List.copyOf(read);
    }

    /** These files, and then more. */
    public Files and(Files more) {
      List<OutgoingAttachment> all = new ArrayList<>(read);
      all.addAll(more.read);
      return new Files(
          all,
          new Unread(unread.count() + more.unread.count(), unread.bytes() + more.unread.bytes()));
    }
  }

  /** Attachments that were left where they are. */
  public record Unread(int count, long bytes) {
    public static final Unread NONE = new Unread(0, 0);
  }

  /** Words of the caller; each may be missing. */
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
