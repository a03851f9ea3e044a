package dev.agentmailbox.http.api.sending;

import dev.agentmailbox.http.api.common.Ids;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Input;
import dev.agentmailbox.http.shape.ObjectShape;
import dev.agentmailbox.http.shape.Shape;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.table.BodySize;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.service.sending.AttachmentInput;
import dev.agentmailbox.service.sending.MailEdit;
import dev.agentmailbox.service.sending.MailInput;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fields of sends, replies and forwards. */
final class SendRequests {
  static final BodySize SIZE = BodySize.WITH_ATTACHMENTS;

  private static final Shape<List<String>> ADDRESSES = Shapes.texts(Shapes.headerText());
  private static final Field<List<String>> TO =
      Field.of("to", ADDRESSES, "Recipients, as address or `Name <address>`.").required();
  private static final Field<List<String>> CC =
      Field.of("cc", ADDRESSES, "Cc recipients, as address or `Name <address>`.");
  private static final Field<List<String>> BCC =
      Field.of("bcc", ADDRESSES, "Bcc recipients; refused unless the policy has allow_bcc.");
  private static final Field<String> SUBJECT =
      Field.of("subject", Shapes.headerText(), "Subject in Unicode; encoded by the service.");
  private static final Field<String> TEXT =
      Field.of("text", Shapes.text(), "Plain text body. Recommended even with html.");
  private static final Field<String> HTML =
      Field.of("html", Shapes.text(), "HTML body, sent as an alternative to text.");

  static final Field<String> FILENAME =
      Field.of("filename", Shapes.headerText(), "Default: attachment.");
  static final Field<String> CONTENT_TYPE =
      Field.of("content_type", Shapes.headerText(), "Default: application/octet-stream.");
  private static final Field<String> CONTENT =
      Field.of("content", Shapes.text(), "The file in base64.");
  static final Field<String> CONTENT_DISPOSITION =
      Field.of(
          "content_disposition",
          Shapes.choice("inline", "attachment"),
          "attachment (default), or inline for parts that the HTML refers to.");
  static final Field<String> CONTENT_ID =
      Field.of("content_id", Shapes.headerText(), "Content-ID for cid: references in the HTML.");
  private static final Field<String> DRAFT_ATTACHMENT_ID =
      Field.of(
          "draft_attachment_id",
          Shapes.text(),
          "Takes the file from a draft of the same inbox; excludes every other field.");
  private static final Field<List<Input>> ATTACHMENTS =
      Field.of(
          "attachments",
          Shapes.list(
              ObjectShape.closed(
                  "SendAttachment",
                  List.of(
                      FILENAME,
                      CONTENT_TYPE,
                      CONTENT,
                      CONTENT_DISPOSITION,
                      CONTENT_ID,
                      DRAFT_ATTACHMENT_ID))),
          "At most 32, about 3.5 MiB in total. Each has either content or"
              + " draft_attachment_id; the latter needs draft_read.");

  private static final Field<List<String>> LABELS =
      Field.of("labels", Shapes.list(Shapes.text()), "Labels for the sent copy.");
  private static final Field<Instant> SEND_AT =
      Field.of(
          "send_at", Shapes.timestamp(), "Schedules the send, up to 30 days ahead; omitted: now.");
  private static final Field<List<String>> EXPECTED_RECIPIENTS =
      Field.of(
          "expected_recipients",
          Shapes.list(Shapes.headerText()),
          "Safety check: the send is blocked unless its recipients are exactly these.");
  private static final Field<Map<String, String>> HEADERS =
      Field.of(
          "headers", Shapes.map(Shapes.headerText()), "Only X-Service-Client-Ref is accepted.");
  private static final Field<List<String>> REPLY_TO =
      Field.of("reply_to", ADDRESSES, "Ignored: the service sets Reply-To.");
  private static final Field<Boolean> TRACK_OPENS =
      Field.of("track_opens", Shapes.flag(), "Ignored: opens and clicks are never tracked.");

  static final List<Field<?>> SEND =
      List.of(
          TO,
          CC,
          BCC,
          SUBJECT,
          TEXT,
          HTML,
          ATTACHMENTS,
          LABELS,
          SEND_AT,
          EXPECTED_RECIPIENTS,
          HEADERS,
          REPLY_TO,
          TRACK_OPENS);
  static final List<Field<?>> REPLY =
      List.of(
          TEXT,
          HTML,
          ATTACHMENTS,
          LABELS,
          SEND_AT,
          EXPECTED_RECIPIENTS,
          HEADERS,
          REPLY_TO,
          TRACK_OPENS);
  static final List<Field<?>> FORWARD =
      List.of(
          TO, CC, BCC, TEXT, LABELS, SEND_AT, EXPECTED_RECIPIENTS, HEADERS, REPLY_TO, TRACK_OPENS);

  private static final Field<List<String>> NEW_TO =
      Field.of("to", ADDRESSES, "All recipients of the To header.");
  private static final Field<String> NEW_HTML =
      Field.of("html", Shapes.text(), "HTML body; without text, the plain text is made of it.");
  private static final List<Field<?>> EDITABLE = List.of(NEW_TO, CC, BCC, SUBJECT, TEXT, NEW_HTML);
  static final Field<Input> EDIT =
      Field.of(
          "edit",
          ObjectShape.closed("MailEdit", EDITABLE),
          "Changes the message before it is sent. What is left out stays as it is; an empty text or"
              + " list removes it. A message with HTML needs html with text.");

  private SendRequests() {}

  static MailEdit edit(Input edit) {
    return new MailEdit(
        edit.find(NEW_TO).orElse(null),
        edit.find(CC).orElse(null),
        edit.find(BCC).orElse(null),
        edit.find(SUBJECT).orElse(null),
        edit.find(TEXT).orElse(null),
        edit.find(NEW_HTML).orElse(null));
  }

  static MailInput send(Request call) {
    return written(call, recipients(call, MailInput.from(id(call, Ids.INBOX))));
  }

  static MailInput reply(Request call) {
    return written(call, MailInput.reply(id(call, Ids.INBOX), id(call, Ids.MESSAGE)));
  }

  static MailInput replyAll(Request call) {
    return written(call, MailInput.replyAll(id(call, Ids.INBOX), id(call, Ids.MESSAGE)));
  }

  static MailInput forward(Request call) {
    return written(
        call, recipients(call, MailInput.forward(id(call, Ids.INBOX), id(call, Ids.MESSAGE))));
  }

  /** Empty only in a call that is refused. */
  static String id(Request call, Field<String> id) {
    return call.find(id).orElse("");
  }

  private static MailInput.Builder recipients(Request call, MailInput.Builder mail) {
    call.find(TO).ifPresent(mail::to);
    call.find(CC).ifPresent(mail::cc);
    call.find(BCC).ifPresent(mail::bcc);
    return mail;
  }

  /** Reads the common fields that the row of this call declares. */
  private static MailInput written(Request call, MailInput.Builder mail) {
    mail.text(find(call, TEXT)).html(find(call, HTML)).subject(find(call, SUBJECT));
    mail.sendAt(find(call, SEND_AT)).expectRecipients(find(call, EXPECTED_RECIPIENTS));
    List<String> labels = find(call, LABELS);
    if (labels != null) {
      mail.labels(labels);
    }
    Map<String, String> headers = find(call, HEADERS);
    if (headers != null) {
      headers.forEach(mail::header);
    }
    List<Input> attachments = find(call, ATTACHMENTS);
    if (attachments != null) {
      attachments.forEach(file -> mail.attach(attachment(file)));
    }
    return mail.build();
  }

  private static <T> @Nullable T find(Request call, Field<T> field) {
    return call.operation().body().fields().contains(field) ? call.find(field).orElse(null) : null;
  }

  private static AttachmentInput attachment(Input file) {
    return new AttachmentInput(
        file.find(FILENAME).orElse(null),
        file.find(CONTENT_TYPE).orElse(null),
        file.find(CONTENT).orElse(null),
        file.find(CONTENT_DISPOSITION).orElse(null),
        file.find(CONTENT_ID).orElse(null),
        file.find(DRAFT_ATTACHMENT_ID).orElse(null));
  }
}
