package dev.agentmailbox.service.sending;

import dev.agentmailbox.sending.SendKind;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds a {@link SendCommand}. Not thread safe. */
public final class SendCommandBuilder extends MailInputBuilder<SendCommandBuilder> {
  private final SendKind kind;
  private final String inboxId;
  private @Nullable String messageId;
  private @Nullable String draftId;
  private @Nullable List<String> expectedRecipients;
  private final Map<String, String> headers = new LinkedHashMap<>();

  SendCommandBuilder(SendKind kind, String inboxId, @Nullable String messageId) {
    super(false);
    this.kind = kind;
    this.inboxId = inboxId;
    this.messageId = messageId;
  }

  @Override
  protected SendCommandBuilder self() {
    return this;
  }

  /** Sets the draft it is made from; the caller manages the draft. */
  public SendCommandBuilder fromDraft(String value) {
    draftId = value;
    return this;
  }

  /** Joins the thread of a message, with recipients and subject set by the caller. */
  public SendCommandBuilder inReplyTo(String value) {
    messageId = value;
    return this;
  }

  /** Blocks the send unless its recipients are exactly these. */
  public SendCommandBuilder expectRecipients(@Nullable Collection<String> addresses) {
    expectedRecipients = addresses == null ? null : List.copyOf(addresses);
    return this;
  }

  public SendCommandBuilder header(String name, String value) {
    headers.put(name, value);
    return this;
  }

  public SendCommand build() {
    return new SendCommand(kind, inboxId, messageId, draftId, mail(), expectedRecipients, headers);
  }
}
