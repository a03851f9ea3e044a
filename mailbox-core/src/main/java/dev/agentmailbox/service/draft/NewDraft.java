package dev.agentmailbox.service.draft;

import dev.agentmailbox.draft.DraftRecipients;
import dev.agentmailbox.service.sending.AttachmentInput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A draft as its author gives it; nothing is checked yet. Everything may be missing: whether it can
 * leave is asked when it is sent.
 *
 * @param labels custom labels; {@code draft} is added by the service
 * @param inReplyTo our id of the message it answers; null for none
 * @param forwardOf our id of the message it passes on; null for none
 * @param replyAll whether the answer goes to all recipients, when it names none itself
 * @param clientId a draft of the inbox with the same one is returned instead of making another
 */
public record NewDraft(
    DraftRecipients recipients,
    @Nullable String subject,
    @Nullable String text,
    @Nullable String html,
    List<String> labels,
    List<AttachmentInput> attachments,
    @Nullable String inReplyTo,
    @Nullable String forwardOf,
    boolean replyAll,
    @Nullable Instant sendAt,
    @Nullable String clientId) {
  public NewDraft {
    labels = List.copyOf(labels);
    attachments = List.copyOf(attachments);
  }

  /** Starts an empty draft. */
  public static Builder empty() {
    return new Builder();
  }

  /** Says nothing of the content. */
  @Override
  public String toString() {
    return "NewDraft[…]";
  }

  /** Collects the fields of a new draft. Not thread safe. */
  public static final class Builder {
    private List<String> to = List.of();
    private List<String> cc = List.of();
    private List<String> bcc = List.of();
    private List<String> replyTo = List.of();
    private @Nullable String subject;
    private @Nullable String text;
    private @Nullable String html;
    private List<String> labels = List.of();
    private final List<AttachmentInput> attachments = new ArrayList<>();
    private @Nullable String inReplyTo;
    private @Nullable String forwardOf;
    private boolean replyAll;
    private @Nullable Instant sendAt;
    private @Nullable String clientId;

    private Builder() {}

    public Builder to(String... addresses) {
      return to(Arrays.asList(addresses));
    }

    public Builder to(List<String> addresses) {
      to = addresses;
      return this;
    }

    public Builder cc(List<String> addresses) {
      cc = addresses;
      return this;
    }

    public Builder bcc(List<String> addresses) {
      bcc = addresses;
      return this;
    }

    public Builder replyTo(List<String> addresses) {
      replyTo = addresses;
      return this;
    }

    public Builder subject(@Nullable String value) {
      subject = value;
      return this;
    }

    public Builder text(@Nullable String value) {
      text = value;
      return this;
    }

    public Builder html(@Nullable String value) {
      html = value;
      return this;
    }

    public Builder labels(List<String> values) {
      labels = values;
      return this;
    }

    public Builder attach(AttachmentInput file) {
      attachments.add(file);
      return this;
    }

    /** The message it answers. */
    public Builder inReplyTo(@Nullable String messageId) {
      inReplyTo = messageId;
      return this;
    }

    /** The message it passes on. */
    public Builder forwardOf(@Nullable String messageId) {
      forwardOf = messageId;
      return this;
    }

    /** The answer goes to all recipients of the message. */
    public Builder toAll() {
      replyAll = true;
      return this;
    }

    public Builder sendAt(@Nullable Instant value) {
      sendAt = value;
      return this;
    }

    public Builder clientId(@Nullable String value) {
      clientId = value;
      return this;
    }

    public NewDraft build() {
      return new NewDraft(
          new DraftRecipients(to, cc, bcc, replyTo),
          subject,
          text,
          html,
          labels,
          attachments,
          inReplyTo,
          forwardOf,
          replyAll,
          sendAt,
          clientId);
    }
  }
}
