package dev.agentmailbox.http.api.sending;

import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.http.api.common.Ids;
import dev.agentmailbox.http.api.message.LabelFields;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Input;
import dev.agentmailbox.http.shape.ObjectShape;
import dev.agentmailbox.http.shape.Shape;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.service.draft.DraftChanges;
import dev.agentmailbox.service.sending.AttachmentInput;
import dev.agentmailbox.service.sending.MailInput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Fields of draft requests. */
final class DraftRequests {
  private static final Shape<List<String>> ADDRESSES = Shapes.texts(Shapes.headerText());
  private static final Field<List<String>> TO =
      Field.of("to", ADDRESSES, "Recipients; required only for sending.");
  private static final Field<List<String>> CC = Field.of("cc", ADDRESSES, "Cc recipients.");
  private static final Field<List<String>> BCC =
      Field.of(
          "bcc",
          ADDRESSES,
          "Bcc recipients; sending refuses them unless the policy has allow_bcc.");
  private static final Field<List<String>> REPLY_TO =
      Field.of("reply_to", ADDRESSES, "Stored with the draft; replaced by the service on sending.");
  private static final Field<String> SUBJECT =
      Field.of(
          "subject",
          Shapes.headerText(),
          "Default for replies and forwards: taken from the original message.");
  private static final Field<String> TEXT = Field.of("text", Shapes.text(), "Plain text body.");
  private static final Field<String> HTML = Field.of("html", Shapes.text(), "HTML body.");
  private static final Field<List<String>> LABELS =
      Field.of(
          "labels", Shapes.list(Shapes.text()), "Custom labels, applied to the sent copy too.");
  private static final Field<String> CONTENT =
      Field.of("content", Shapes.text(), "The file in base64.").required();
  private static final Shape<List<Input>> FILES =
      Shapes.list(
          ObjectShape.closed(
              "DraftAttachmentUpload",
              List.of(
                  SendRequests.FILENAME,
                  SendRequests.CONTENT_TYPE,
                  CONTENT,
                  SendRequests.CONTENT_DISPOSITION,
                  SendRequests.CONTENT_ID)));
  private static final String FILES_LIMIT = "At most 32 files per draft, 3.5 MiB in total.";
  private static final Field<List<Input>> ATTACHMENTS = Field.of("attachments", FILES, FILES_LIMIT);
  private static final Field<List<Input>> ADD_ATTACHMENTS =
      Field.of("add_attachments", FILES, FILES_LIMIT);
  private static final Field<List<String>> REMOVE_ATTACHMENTS =
      Field.of(
          "remove_attachments",
          Shapes.list(Shapes.text()),
          "attachment_ids to remove from the draft.");
  private static final Field<String> IN_REPLY_TO =
      Field.of(
          "in_reply_to",
          Shapes.text(),
          "message_id of the message to reply to. Without recipients the reply goes to"
              + " its author.");
  private static final Field<String> FORWARD_OF =
      Field.of(
          "forward_of",
          Shapes.text(),
          "message_id of the message to forward with its attachments. Excludes"
              + " in_reply_to. Needs message_send and message_read.");
  private static final Field<Boolean> REPLY_ALL =
      Field.of(
          "reply_all",
          Shapes.flag(),
          "With in_reply_to and no recipients: reply to the author and all recipients.");
  private static final Field<Instant> SEND_AT =
      Field.of(
          "send_at",
          Shapes.timestamp(),
          "Send time, up to 30 days ahead; nothing is scheduled until the draft is" + " sent.");
  private static final Field<String> CLIENT_ID =
      Field.of(
          "client_id",
          Shapes.text(1, Draft.MAX_CLIENT_ID_CHARACTERS),
          "Idempotent handle: when the inbox has a draft with it, that draft is"
              + " returned and none is created.");

  private static final Field<String> NEW_SUBJECT = SUBJECT.nullable();
  private static final Field<String> NEW_TEXT = TEXT.nullable();
  private static final Field<String> NEW_HTML = HTML.nullable();
  private static final Field<Instant> NEW_SEND_AT =
      Field.of("send_at", Shapes.timestamp(), "Send time, up to 30 days ahead.").nullable();

  static final List<Field<?>> CREATE =
      List.of(
          TO,
          CC,
          BCC,
          REPLY_TO,
          SUBJECT,
          TEXT,
          HTML,
          LABELS,
          ATTACHMENTS,
          IN_REPLY_TO,
          FORWARD_OF,
          REPLY_ALL,
          SEND_AT,
          CLIENT_ID);
  static final List<Field<?>> UPDATE = update();

  private DraftRequests() {}

  private static List<Field<?>> update() {
    List<Field<?>> fields =
        new ArrayList<>(
            List.of(
                TO,
                CC,
                BCC,
                REPLY_TO,
                NEW_SUBJECT,
                NEW_TEXT,
                NEW_HTML,
                NEW_SEND_AT,
                ADD_ATTACHMENTS,
                REMOVE_ATTACHMENTS));
    fields.addAll(LabelFields.CHANGE);
    return List.copyOf(fields);
  }

  static MailInput create(Request call) {
    MailInput.Builder mail =
        recipients(call)
            .subject(call.find(SUBJECT).orElse(null))
            .text(call.find(TEXT).orElse(null))
            .html(call.find(HTML).orElse(null))
            .labels(call.find(LABELS).orElse(List.of()))
            .inReplyTo(call.find(IN_REPLY_TO).orElse(null))
            .forwardOf(call.find(FORWARD_OF).orElse(null))
            .sendAt(call.find(SEND_AT).orElse(null))
            .clientId(call.find(CLIENT_ID).orElse(null));
    attach(call, ATTACHMENTS, mail);
    if (call.find(REPLY_ALL).orElse(false)) {
      mail.toAll();
    }
    return mail.build();
  }

  static DraftChanges update(Request call) {
    MailInput.Builder mail = recipients(call);
    change(call, NEW_SUBJECT, mail::subject);
    change(call, NEW_TEXT, mail::text);
    change(call, NEW_HTML, mail::html);
    change(call, NEW_SEND_AT, mail::sendAt);
    attach(call, ADD_ATTACHMENTS, mail);
    return DraftChanges.of(mail.build())
        .removing(call.find(REMOVE_ATTACHMENTS).orElse(List.of()))
        .labels(LabelFields.change(call));
  }

  private static MailInput.Builder recipients(Request call) {
    MailInput.Builder mail = MailInput.from(SendRequests.id(call, Ids.INBOX));
    call.find(TO).ifPresent(mail::to);
    call.find(CC).ifPresent(mail::cc);
    call.find(BCC).ifPresent(mail::bcc);
    call.find(REPLY_TO).ifPresent(mail::replyTo);
    return mail;
  }

  private static <T> void change(Request call, Field<T> field, Consumer<@Nullable T> setter) {
    if (call.has(field)) {
      setter.accept(call.find(field).orElse(null));
    }
  }

  private static void attach(Request call, Field<List<Input>> files, MailInput.Builder mail) {
    call.find(files).orElse(List.of()).forEach(file -> mail.attach(attachment(file)));
  }

  private static AttachmentInput attachment(Input file) {
    return new AttachmentInput(
        file.find(SendRequests.FILENAME).orElse(null),
        file.find(SendRequests.CONTENT_TYPE).orElse(null),
        file.find(CONTENT).orElse(null),
        file.find(SendRequests.CONTENT_DISPOSITION).orElse(null),
        file.find(SendRequests.CONTENT_ID).orElse(null),
        null);
  }
}
