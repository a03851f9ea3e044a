package dev.agentmailbox.service.draft;

import dev.agentmailbox.draft.DraftRecipients;
import dev.agentmailbox.service.sending.MailInput;
import dev.agentmailbox.service.sending.MailInputBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A draft as given by its author; not validated. All fields are optional: whether it can be sent is
 * checked when it is sent.
 *
 * @param mail with custom labels; the service adds {@code draft}
 * @param replyTo stored and shown; the service sets Reply-To when the mail is sent
 * @param inReplyTo id of the message it answers; null for none
 * @param forwardOf id of the message it forwards; null for none
 * @param replyAll whether a reply without recipients of its own goes to all recipients
 * @param clientId if a draft of the inbox has the same one, it is returned instead of creating
 *     another
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

  /** Builds a new draft. Not thread safe. */
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

    public Builder inReplyTo(@Nullable String messageId) {
      inReplyTo = messageId;
      return this;
    }

    public Builder forwardOf(@Nullable String messageId) {
      forwardOf = messageId;
      return this;
    }

    /** Makes it a reply to all. */
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
