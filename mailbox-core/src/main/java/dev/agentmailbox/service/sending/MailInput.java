package dev.agentmailbox.service.sending;

import dev.agentmailbox.sending.SendKind;
import dev.agentmailbox.sending.WrittenRecipients;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A mail as its author gives it, to be sent or saved as a draft; not validated. Created with {@link
 * #from}, {@link #reply}, {@link #replyAll} or {@link #forward}.
 *
 * @param inboxId inbox it is sent from
 * @param recipients none for a reply, whose recipients are derived; a reply saved as a draft may
 *     have its own
 * @param changed fields that were set; as a change of a draft, only these replace the draft's
 */
public record MailInput(
    String inboxId,
    About about,
    WrittenRecipients recipients,
    Content content,
    Options options,
    Set<Field> changed) {
  public MailInput {
    changed = Collections.unmodifiableSet(changed);
  }

  /** A new mail. */
  public static Builder from(String inboxId) {
    return new Builder(inboxId);
  }

  /** A reply to the author of a message. */
  public static Builder reply(String inboxId, String messageId) {
    return from(inboxId).inReplyTo(messageId);
  }

  /** A reply to the author and all recipients of a message. */
  public static Builder replyAll(String inboxId, String messageId) {
    return reply(inboxId, messageId).toAll();
  }

  /** A forward with attachments; the text is the caller's note above it. */
  public static Builder forward(String inboxId, String messageId) {
    return from(inboxId).forwardOf(messageId);
  }

  /** SEND, REPLY, REPLY_ALL or FORWARD. */
  public SendKind kind() {
    return about.kind();
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "MailInput[" + kind() + " from " + inboxId + "]";
  }

  /**
   * The message it is about.
   *
   * @param inReplyTo id of the message it answers; null for none
   * @param forwardOf id of the message it forwards; null for none
   * @param toAll whether a reply goes to all recipients
   */
  public record About(@Nullable String inReplyTo, @Nullable String forwardOf, boolean toAll) {
    /** A new mail. */
    public static final About NOTHING = new About(null, null, false);

    /** A reply or forward. */
    public static About of(SendKind kind, String messageId) {
      return switch (kind) {
        case REPLY, REPLY_ALL -> new About(messageId, null, kind == SendKind.REPLY_ALL);
        case FORWARD -> new About(null, messageId, false);
        case SEND, DRAFT -> throw new IllegalArgumentException(kind + " has no original message");
      };
    }

    SendKind kind() {
      if (forwardOf != null) {
        return SendKind.FORWARD;
      }
      if (inReplyTo == null) {
        return SendKind.SEND;
      }
      return toAll ? SendKind.REPLY_ALL : SendKind.REPLY;
    }

    /** Id of the message; null for a new mail. */
    @Nullable String messageId() {
      return forwardOf == null ? inReplyTo : forwardOf;
    }
  }

  /** Subject, bodies and files, each optional. */
  public record Content(
      @Nullable String subject,
      @Nullable String text,
      @Nullable String html,
      List<AttachmentInput> attachments) {
    public Content {
      attachments = List.copyOf(attachments);
    }

    /** Omits the content. */
    @Override
    public String toString() {
      return "Content[" + attachments.size() + " attachments]";
    }
  }

  /**
   * Further options.
   *
   * @param labels custom labels of the sent copy
   * @param sendAt scheduled time; null for immediately
   * @param expectedRecipients of a send; null for no expectation
   * @param headers of a send; only {@code X-Service-Client-Ref} is accepted
   * @param clientId of a draft: if a draft of the inbox has the same one, it is returned instead of
   *     creating another
   */
  public record Options(
      List<String> labels,
      @Nullable Instant sendAt,
      @Nullable List<String> expectedRecipients,
      Map<String, String> headers,
      @Nullable String clientId) {
    public Options {
      labels = List.copyOf(labels);
      expectedRecipients = expectedRecipients == null ? null : List.copyOf(expectedRecipients);
      headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }
  }

  /** Fields of a draft that a change replaces. */
  public enum Field {
    TO,
    CC,
    BCC,
    REPLY_TO,
    SUBJECT,
    TEXT,
    HTML,
    SEND_AT
  }

  /**
   * Builds a mail. Addresses, labels and attachments are added to earlier ones. Not thread safe.
   */
  public static final class Builder {
    private final String inboxId;
    private About about = About.NOTHING;
    private final List<String> to = new ArrayList<>();
    private final List<String> cc = new ArrayList<>();
    private final List<String> bcc = new ArrayList<>();
    private final List<String> replyTo = new ArrayList<>();
    private @Nullable String subject;
    private @Nullable String text;
    private @Nullable String html;
    private final List<AttachmentInput> attachments = new ArrayList<>();
    private final List<String> labels = new ArrayList<>();
    private @Nullable Instant sendAt;
    private @Nullable List<String> expectedRecipients;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private @Nullable String clientId;
    private final Set<Field> changed = EnumSet.noneOf(Field.class);

    private Builder(String inboxId) {
      this.inboxId = inboxId;
    }

    /** Makes it a reply to a message. */
    public Builder inReplyTo(@Nullable String messageId) {
      about = new About(messageId, about.forwardOf(), about.toAll());
      return this;
    }

    /** Makes a reply one to all recipients. */
    public Builder toAll() {
      about = new About(about.inReplyTo(), about.forwardOf(), true);
      return this;
    }

    /** Makes it a forward of a message. */
    public Builder forwardOf(@Nullable String messageId) {
      about = new About(about.inReplyTo(), messageId, about.toAll());
      return this;
    }

    public Builder to(String... addresses) {
      return to(Arrays.asList(addresses));
    }

    public Builder to(Collection<String> addresses) {
      to.addAll(addresses);
      return changed(Field.TO);
    }

    public Builder cc(Collection<String> addresses) {
      cc.addAll(addresses);
      return changed(Field.CC);
    }

    public Builder bcc(Collection<String> addresses) {
      bcc.addAll(addresses);
      return changed(Field.BCC);
    }

    /** Stored and shown with a draft; the service sets Reply-To when the mail is sent. */
    public Builder replyTo(Collection<String> addresses) {
      replyTo.addAll(addresses);
      return changed(Field.REPLY_TO);
    }

    public Builder subject(@Nullable String value) {
      subject = value;
      return changed(Field.SUBJECT);
    }

    public Builder text(@Nullable String value) {
      text = value;
      return changed(Field.TEXT);
    }

    public Builder html(@Nullable String value) {
      html = value;
      return changed(Field.HTML);
    }

    public Builder sendAt(@Nullable Instant value) {
      sendAt = value;
      return changed(Field.SEND_AT);
    }

    public Builder attach(AttachmentInput file) {
      attachments.add(file);
      return this;
    }

    public Builder labels(Collection<String> values) {
      labels.addAll(values);
      return this;
    }

    /** Blocks the send unless its recipients are exactly these. */
    public Builder expectRecipients(@Nullable Collection<String> addresses) {
      expectedRecipients = addresses == null ? null : List.copyOf(addresses);
      return this;
    }

    public Builder header(String name, String value) {
      headers.put(name, value);
      return this;
    }

    /** Names a draft, so that creating it again returns the same one. */
    public Builder clientId(@Nullable String value) {
      clientId = value;
      return this;
    }

    private Builder changed(Field field) {
      changed.add(field);
      return this;
    }

    public MailInput build() {
      return new MailInput(
          inboxId,
          about,
          new WrittenRecipients(to, cc, bcc, replyTo),
          new Content(subject, text, html, attachments),
          new Options(labels, sendAt, expectedRecipients, headers, clientId),
          EnumSet.copyOf(changed));
    }
  }
}
