package dev.agentmailbox.service.draft;

import dev.agentmailbox.draft.DraftRecipients;
import dev.agentmailbox.service.sending.MailInput;
import dev.agentmailbox.service.sending.MailInputBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A draft as its author gives it; nothing is checked yet. Everything may be missing: whether it can
 * leave is asked when it is sent.
 *
 * @param mail with custom labels; {@code draft} is added by the service
 * @param replyTo kept and shown; the service sets Reply-To itself when the mail is sent
 * @param inReplyTo our id of the message it answers; null for none
 * @param forwardOf our id of the message it passes on; null for none
 * @param replyAll whether the answer goes to all recipients, when it names none itself
 * @param clientId a draft of the inbox with the same one is returned instead of making another
 */
public record NewDraft(
    MailInput mail,
    List<String> replyTo,
    @Nullable String inReplyTo,
    @Nullable String forwardOf,
    boolean replyAll,
    @Nullable String clientId) {
  public NewDraft {
    replyTo = List.copyOf(replyTo);
  }

  /** Starts an empty draft. */
  public static Builder empty() {
    return new Builder();
  }

  DraftRecipients recipients() {
    MailInput.Recipients named = mail.recipients();
    return new DraftRecipients(named.to(), named.cc(), named.bcc(), replyTo);
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "NewDraft[…]";
  }

  /** Collects the fields of a new draft. Not thread safe. */
  public static final class Builder extends MailInputBuilder<Builder> {
    private List<String> replyTo = List.of();
    private @Nullable String inReplyTo;
    private @Nullable String forwardOf;
    private boolean replyAll;
    private @Nullable String clientId;

    private Builder() {
      super(true);
    }

    @Override
    protected Builder self() {
      return this;
    }

    public Builder replyTo(List<String> addresses) {
      replyTo = addresses;
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

    public Builder clientId(@Nullable String value) {
      clientId = value;
      return this;
    }

    public NewDraft build() {
      return new NewDraft(mail(), replyTo, inReplyTo, forwardOf, replyAll, clientId);
    }
  }
}
