package dev.agentmailbox.http.api.sending;

import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.http.api.message.LabelFields;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Input;
import dev.agentmailbox.http.shape.ObjectShape;
import dev.agentmailbox.http.shape.Shape;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.service.draft.DraftChanges;
import dev.agentmailbox.service.draft.NewDraft;
import dev.agentmailbox.service.request.FieldUpdate;
import dev.agentmailbox.service.sending.AttachmentInput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

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

  static NewDraft create(Request call) {
    NewDraft.Builder draft =
        NewDraft.empty()
            .to(call.find(TO).orElse(List.of()))
            .cc(call.find(CC).orElse(List.of()))
            .bcc(call.find(BCC).orElse(List.of()))
            .replyTo(call.find(REPLY_TO).orElse(List.of()))
            .subject(call.find(SUBJECT).orElse(null))
            .text(call.find(TEXT).orElse(null))
            .html(call.find(HTML).orElse(null))
            .labels(call.find(LABELS).orElse(List.of()))
            .inReplyTo(call.find(IN_REPLY_TO).orElse(null))
            .forwardOf(call.find(FORWARD_OF).orElse(null))
            .sendAt(call.find(SEND_AT).orElse(null))
            .clientId(call.find(CLIENT_ID).orElse(null));
    call.find(ATTACHMENTS)
        .ifPresent(files -> files.forEach(file -> draft.attach(attachment(file))));
    if (call.find(REPLY_ALL).orElse(false)) {
      draft.toAll();
    }
    return draft.build();
  }

  static DraftChanges update(Request call) {
    DraftChanges.Builder changes =
        DraftChanges.none()
            .to(change(call, TO))
            .cc(change(call, CC))
            .bcc(change(call, BCC))
            .replyTo(change(call, REPLY_TO))
            .subject(change(call, NEW_SUBJECT))
            .text(change(call, NEW_TEXT))
            .html(change(call, NEW_HTML))
            .sendAt(change(call, NEW_SEND_AT))
            .detach(call.find(REMOVE_ATTACHMENTS).orElse(List.of()))
            .labels(LabelFields.change(call));
    call.find(ADD_ATTACHMENTS)
        .ifPresent(files -> files.forEach(file -> changes.attach(attachment(file))));
    return changes.build();
  }

  private static <T> FieldUpdate<T> change(Request call, Field<T> field) {
    return call.has(field) ? FieldUpdate.to(call.find(field).orElse(null)) : FieldUpdate.none();
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
