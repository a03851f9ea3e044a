package dev.agentmailbox.service.sending;

import dev.agentmailbox.sending.SendKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the fields of a {@link SendCommand}. Not thread safe. */
public final class SendCommandBuilder {
  private final SendKind kind;
  private final String inboxId;
  private @Nullable String messageId;
  private @Nullable String draftId;
  private final List<String> to = new ArrayList<>();
  private final List<String> cc = new ArrayList<>();
  private final List<String> bcc = new ArrayList<>();
  private @Nullable String subject;
  private @Nullable String text;
  private @Nullable String html;
  private final List<AttachmentInput> attachments = new ArrayList<>();
  private final List<String> labels = new ArrayList<>();
  private @Nullable Instant sendAt;
  private @Nullable List<String> expectedRecipients;
  private final Map<String, String> headers = new LinkedHashMap<>();

  SendCommandBuilder(SendKind kind, String inboxId, @Nullable String messageId) {
    this.kind = kind;
    this.inboxId = inboxId;
    this.messageId = messageId;
  }

  /** Says which draft it comes from; whoever says so looks after the draft. */
  public SendCommandBuilder fromDraft(String value) {
    draftId = value;
    return this;
  }

  /** Joins the thread of a message, with recipients and subject of the caller's choice. */
  public SendCommandBuilder inReplyTo(String value) {
    messageId = value;
    return this;
  }

  public SendCommandBuilder to(String... addresses) {
    return to(Arrays.asList(addresses));
  }

  public SendCommandBuilder to(Collection<String> addresses) {
    to.addAll(addresses);
    return this;
  }

  public SendCommandBuilder cc(Collection<String> addresses) {
    cc.addAll(addresses);
    return this;
  }

  public SendCommandBuilder bcc(Collection<String> addresses) {
    bcc.addAll(addresses);
    return this;
  }

  public SendCommandBuilder subject(@Nullable String value) {
    subject = value;
    return this;
  }

  public SendCommandBuilder text(@Nullable String value) {
    text = value;
    return this;
  }

  public SendCommandBuilder html(@Nullable String value) {
    html = value;
    return this;
  }

  public SendCommandBuilder attach(AttachmentInput file) {
    attachments.add(file);
    return this;
  }

  public SendCommandBuilder labels(Collection<String> values) {
    labels.addAll(values);
    return this;
  }

  public SendCommandBuilder sendAt(@Nullable Instant value) {
    sendAt = value;
    return this;
  }

  /** The send is blocked when the recipients turn out to be others. */
  public SendCommandBuilder expectRecipients(@Nullable Collection<String> addresses) {
    expectedRecipients = addresses == null ? null : List.copyOf(addresses);
    return this;
  }

  public SendCommandBuilder header(String name, String value) {
    headers.put(name, value);
    return this;
  }

  public SendCommand build() {
    return new SendCommand(
        kind,
        inboxId,
        messageId,
        draftId,
        to,
        cc,
        bcc,
        subject,
        text,
        html,
        attachments,
        labels,
        sendAt,
        expectedRecipients,
        headers);
  }
}
