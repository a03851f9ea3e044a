package dev.agentmailbox.mime.write;

import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.mime.Texts;
import dev.agentmailbox.mime.html.HtmlText;
import dev.agentmailbox.mime.read.FileNames;
import dev.agentmailbox.mime.read.HeaderValue;
import dev.agentmailbox.mime.read.MessageIds;
import jakarta.mail.internet.InternetHeaders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.angus.mail.util.QPEncoderStream;
import org.jspecify.annotations.Nullable;

/**
 * Builds the part tree of an outgoing message: mixed, then related, then alternative, each only if
 * needed. Boundaries are derived from the Message-ID, so that output is deterministic.
 */
final class PartBuilder {
  private static final Pattern TYPE =
      Pattern.compile("[A-Za-z0-9!#$&^_.+-]{1,127}/[A-Za-z0-9!#$&^_.+-]{1,127}");
  private static final Pattern CHARSET = Pattern.compile("[A-Za-z0-9_.:+-]{1,40}");
  private static final Pattern PARAMETER_NAME = Pattern.compile("[a-z0-9!#$&^_.+-]{1,60}");

  /** Most parameters of an attachment's type; others are left out. */
  private static final int MAX_PARAMETERS = 20;

  private static final int MAX_PARAMETER_LENGTH = 500;
  private static final int BOUNDARY_HEX = 32;

  /** Most characters of a quoted-printable line, so that one can be coded at its start. */
  private static final int QUOTED_LINE = 74;

  private final OutgoingMessage message;
  private final String boundaryStem;
  private int boundaries;

  PartBuilder(OutgoingMessage message) {
    this.message = message;
    // Neither base64 nor quoted-printable can contain "=_".
    this.boundaryStem = "=_" + Sha256.hex(message.messageId()).substring(0, BOUNDARY_HEX) + "_";
  }

  SizedPart build() {
    String html = blankToNull(message.content().html());
    String text = blankToNull(message.content().text());
    if (text == null && html != null) {
      text = blankToNull(HtmlText.toText(html));
    }
    List<SizedPart> forms = new ArrayList<>();
    if (text != null) {
      forms.add(text("plain", text));
    }
    if (html != null) {
      forms.add(text("html", html));
    }
    List<SizedPart> related = new ArrayList<>();
    List<SizedPart> mixed = new ArrayList<>();
    List<OutgoingAttachment> attachments = message.content().attachments();
    for (int i = 0; i < attachments.size(); i++) {
      OutgoingAttachment attachment = attachments.get(i);
      boolean embedded =
          html != null
              && attachment.contentId() != null
              && !"attachment".equalsIgnoreCase(attachment.disposition());
      (embedded ? related : mixed).add(attachment(attachment, i, embedded));
    }
    if (forms.isEmpty()) {
      return mixed.isEmpty() ? text("plain", "") : multipart("mixed", "", mixed);
    }
    SizedPart body = group("alternative", "", forms.get(0), forms.subList(1, forms.size()));
    String root = forms.size() > 1 ? "multipart/alternative" : "text/html";
    body = group("related", ";\r\n type=\"" + root + "\"", body, related);
    return group("mixed", "", body, mixed);
  }

  /** The first part alone, or with the others. */
  private SizedPart group(
      String subtype, String parameters, SizedPart first, List<SizedPart> others) {
    if (others.isEmpty()) {
      return first;
    }
    List<SizedPart> parts = new ArrayList<>(List.of(first));
    parts.addAll(others);
    return multipart(subtype, parameters, parts);
  }

  private SizedPart multipart(String subtype, String parameters, List<SizedPart> parts) {
    String boundary = boundaryStem + ++boundaries;
    InternetHeaders fields = new InternetHeaders();
    fields.setHeader(
        "Content-Type",
        "multipart/" + subtype + ";\r\n boundary=\"" + boundary + "\"" + parameters);
    return SizedPart.multipart(fields, boundary, parts);
  }

  private static InternetHeaders fields(String type, String encoding) {
    InternetHeaders fields = new InternetHeaders();
    fields.setHeader("Content-Type", type);
    fields.setHeader("Content-Transfer-Encoding", encoding);
    return fields;
  }

  private static SizedPart text(String subtype, String text) {
    String clean = Texts.clean(text);
    byte[] utf8 = Texts.utf8((clean.endsWith("\n") ? clean : clean + "\n").replace("\n", "\r\n"));
    String type = "text/" + subtype + "; charset=utf-8";
    byte[] quoted = quoted(utf8);
    return SizedPart.base64Size(utf8) < quoted.length
        ? SizedPart.base64(fields(type, "base64"), utf8)
        : SizedPart.encoded(fields(type, "quoted-printable"), quoted);
  }

  /** Quoted-printable in which no line begins with what SMTP and mbox writers would escape. */
  private static byte[] quoted(byte[] utf8) {
    ByteArrayOutputStream lines = new ByteArrayOutputStream(utf8.length + utf8.length / 16);
    lines.write('\n');
    try (QPEncoderStream encoder = new QPEncoderStream(lines, QUOTED_LINE)) {
      encoder.write(utf8);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return lines
        .toString(StandardCharsets.US_ASCII)
        .replace("\n.", "\n=2E")
        .replace("\nFrom ", "\n=46rom ")
        .substring(1)
        .getBytes(StandardCharsets.US_ASCII);
  }

  private SizedPart attachment(OutgoingAttachment attachment, int index, boolean embedded) {
    byte[] content = attachment.uncopied();
    HeaderValue declared = HeaderValue.parse(attachment.contentType());
    String type = declared.value();
    boolean message = type.startsWith("message/");
    boolean ready = message && isTransmittable(content);
    // RFC 2046 section 5.2.1 forbids encoding multiparts and messages.
    boolean binary =
        !TYPE.matcher(type).matches() || type.startsWith("multipart/") || (message && !ready);
    InternetHeaders fields =
        fields(
            binary ? "application/octet-stream" : type + parameters(declared),
            ready ? "7bit" : "base64");
    String disposition =
        "inline".equalsIgnoreCase(attachment.disposition()) || embedded ? "inline" : "attachment";
    String name = FileNames.clean(attachment.filename());
    fields.setHeader(
        "Content-Disposition",
        disposition + HeaderValues.parameter("filename", name == null ? "attachment" : name));
    String id = blankToNull(attachment.contentId());
    if (id != null) {
      fields.setHeader("Content-ID", framed(id, index));
    }
    return ready ? SizedPart.encoded(fields, content) : SizedPart.base64(fields, content);
  }

  /** The parameters of an attachment's type, but for those that the message has elsewhere. */
  private static String parameters(HeaderValue declared) {
    return declared.parameters().entrySet().stream()
        .filter(parameter -> isWritten(parameter.getKey(), parameter.getValue()))
        .limit(MAX_PARAMETERS)
        .map(parameter -> HeaderValues.parameter(parameter.getKey(), parameter.getValue()))
        .collect(Collectors.joining());
  }

  private static boolean isWritten(String name, String value) {
    return switch (name) {
      // The file name is in Content-Disposition.
      case "name", "boundary" -> false;
      case "charset" -> CHARSET.matcher(value).matches();
      default ->
          PARAMETER_NAME.matcher(name).matches()
              && !value.isEmpty()
              && value.length() <= MAX_PARAMETER_LENGTH
              && HeaderText.isClean(value);
    };
  }

  private static String framed(String id, int index) {
    String framed = id.startsWith("<") ? id : "<" + id + ">";
    if (!MessageIds.isWritable(framed)) {
      throw MailboxException.validation(
          "attachments[" + index + "].content_id", "must be visible ASCII without angle brackets");
    }
    return framed;
  }

  private boolean isTransmittable(byte[] content) {
    return WireCheck.isTransmittable(content)
        && !new String(content, StandardCharsets.US_ASCII).contains(boundaryStem);
  }

  private static @Nullable String blankToNull(@Nullable String text) {
    return text == null || text.isBlank() ? null : text;
  }
}
