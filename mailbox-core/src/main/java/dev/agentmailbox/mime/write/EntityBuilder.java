package dev.agentmailbox.mime.write;

import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.mime.Texts;
import dev.agentmailbox.mime.html.HtmlText;
import dev.agentmailbox.mime.read.FileNames;
import dev.agentmailbox.mime.read.HeaderValue;
import dev.agentmailbox.mime.read.MessageIds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Builds the part tree of an outgoing message: mixed, then related, then alternative, each only if
 * needed. Boundaries are derived from the Message-ID, so that output is deterministic.
 */
final class EntityBuilder {
  private static final Pattern TYPE =
      Pattern.compile("[A-Za-z0-9!#$&^_.+-]{1,127}/[A-Za-z0-9!#$&^_.+-]{1,127}");
  private static final Pattern CHARSET = Pattern.compile("[A-Za-z0-9_.:+-]{1,40}");
  private static final Pattern PARAMETER_NAME = Pattern.compile("[a-z0-9!#$&^_.+-]{1,60}");

  /** Most parameters of an attachment's type; others are left out. */
  private static final int MAX_PARAMETERS = 20;

  private static final int MAX_PARAMETER_LENGTH = 500;
  private static final int BOUNDARY_HEX = 32;
  private static final int PIECE = 60;
  private static final int MAX_WIRE_LINE = 998;
  private static final String BINARY = "application/octet-stream";

  private final OutgoingMessage message;
  private final String boundaryStem;
  private int boundaries;

  EntityBuilder(OutgoingMessage message) {
    this.message = message;
    // Neither base64 nor quoted-printable can contain "=_".
    this.boundaryStem = "=_" + Sha256.hex(message.messageId()).substring(0, BOUNDARY_HEX) + "_";
  }

  Entity build() {
    String html = blankToNull(message.content().html());
    String text = blankToNull(message.content().text());
    if (text == null && html != null) {
      text = blankToNull(HtmlText.toText(html));
    }
    List<Entity> related = new ArrayList<>();
    List<Entity> mixed = new ArrayList<>();
    for (int i = 0; i < message.content().attachments().size(); i++) {
      OutgoingAttachment attachment = message.content().attachments().get(i);
      boolean embedded =
          html != null
              && attachment.contentId() != null
              && !"attachment".equalsIgnoreCase(attachment.disposition());
      (embedded ? related : mixed).add(attachment(attachment, i, embedded));
    }
    Entity body = withRelated(text(text, html), related);
    if (mixed.isEmpty()) {
      return body != null ? body : textEntity("plain", "");
    }
    if (body != null) {
      mixed.add(0, body);
    }
    return multi("mixed", "", mixed);
  }

  private @Nullable Entity text(@Nullable String text, @Nullable String html) {
    if (text != null && html != null) {
      return multi("alternative", "", List.of(textEntity("plain", text), textEntity("html", html)));
    }
    if (html != null) {
      return textEntity("html", html);
    }
    return text == null ? null : textEntity("plain", text);
  }

  private @Nullable Entity withRelated(@Nullable Entity body, List<Entity> related) {
    if (body == null || related.isEmpty()) {
      return body;
    }
    String type = body instanceof Entity.Multi ? "multipart/alternative" : "text/html";
    List<Entity> parts = new ArrayList<>(related);
    parts.add(0, body);
    return multi("related", ";\r\n type=\"" + type + "\"", parts);
  }

  private Entity multi(String subtype, String parameters, List<Entity> parts) {
    String boundary = boundaryStem + ++boundaries;
    String header =
        "Content-Type: multipart/" + subtype + ";\r\n boundary=\"" + boundary + "\"" + parameters;
    return new Entity.Multi(header + Entity.CRLF, boundary, List.copyOf(parts));
  }

  private static Entity textEntity(String subtype, String text) {
    String clean = Texts.clean(text);
    String ended = clean.endsWith("\n") ? clean : clean + "\n";
    byte[] utf8 = Texts.utf8(ended.replace("\n", Entity.CRLF));
    String type = "Content-Type: text/" + subtype + "; charset=utf-8\r\n";
    byte[] quoted = QuotedPrintable.encode(utf8);
    Entity base64 = new Entity.Binary(type + "Content-Transfer-Encoding: base64\r\n", utf8);
    if (base64.bodySize() < quoted.length) {
      return base64;
    }
    return new Entity.Ready(type + "Content-Transfer-Encoding: quoted-printable\r\n", quoted);
  }

  private Entity attachment(OutgoingAttachment attachment, int index, boolean embedded) {
    byte[] content = attachment.uncopied();
    HeaderValue declared = HeaderValue.parse(attachment.contentType());
    String type = declared.value();
    boolean message = type.startsWith("message/");
    boolean ready = message && isTransmittable(content);
    // RFC 2046 section 5.2.1 forbids encoding multiparts and messages.
    boolean binary =
        !TYPE.matcher(type).matches() || type.startsWith("multipart/") || (message && !ready);
    String disposition =
        "inline".equalsIgnoreCase(attachment.disposition()) || embedded ? "inline" : "attachment";
    String name = FileNames.clean(attachment.filename());
    String header =
        "Content-Type: "
            + (binary ? BINARY : type + parameters(declared))
            + "\r\nContent-Transfer-Encoding: "
            + (ready ? "7bit" : "base64")
            + "\r\nContent-Disposition: "
            + disposition
            + parameter("filename", name == null ? "attachment" : name)
            + Entity.CRLF
            + contentId(attachment, index);
    return ready ? new Entity.Ready(header, content) : new Entity.Binary(header, content);
  }

  /** The parameters of an attachment's type, but for those that the message has elsewhere. */
  private static String parameters(HeaderValue declared) {
    return declared.parameters().entrySet().stream()
        .filter(parameter -> isWritten(parameter.getKey(), parameter.getValue()))
        .limit(MAX_PARAMETERS)
        .map(parameter -> parameter(parameter.getKey(), parameter.getValue()))
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

  private static String contentId(OutgoingAttachment attachment, int index) {
    String id = attachment.contentId();
    if (id == null || id.isBlank()) {
      return "";
    }
    String framed = id.startsWith("<") ? id : "<" + id + ">";
    if (!MessageIds.isWritable(framed)) {
      throw MailboxException.validation(
          "attachments[" + index + "].content_id", "must be visible ASCII without angle brackets");
    }
    return "Content-ID: " + framed + Entity.CRLF;
  }

  /** Encoded with RFC 2231 continuations if it is long or not ASCII. */
  private static String parameter(String name, String value) {
    String fold = ";\r\n " + name;
    boolean ascii = value.chars().allMatch(c -> c >= ' ' && c <= '~');
    if (ascii && value.length() <= PIECE) {
      return fold + "=\"" + HeaderValue.escaped(value) + "\"";
    }
    List<String> pieces = pieces(value);
    if (pieces.size() == 1) {
      return fold + "*=UTF-8''" + pieces.get(0);
    }
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < pieces.size(); i++) {
      out.append(fold).append('*').append(i).append("*=").append(i == 0 ? "UTF-8''" : "");
      out.append(pieces.get(i));
    }
    return out.toString();
  }

  private static List<String> pieces(String value) {
    List<String> pieces = new ArrayList<>();
    StringBuilder piece = new StringBuilder();
    for (byte octet : Texts.utf8(value)) {
      boolean plain =
          octet > ' ' && (Character.isLetterOrDigit(octet) || "-._~".indexOf(octet) >= 0);
      String unit =
          plain ? String.valueOf((char) octet) : String.format(Locale.ROOT, "%%%02X", octet);
      if (piece.length() + unit.length() > PIECE) {
        pieces.add(piece.toString());
        piece.setLength(0);
      }
      piece.append(unit);
    }
    pieces.add(piece.toString());
    return pieces;
  }

  private boolean isTransmittable(byte[] content) {
    int line = 0;
    for (int i = 0; i < content.length; i++) {
      byte octet = content[i];
      if (octet == '\r' && i + 1 < content.length && content[i + 1] == '\n') {
        line = 0;
        i++;
      } else if (octet <= 0 || octet == '\r' || octet == '\n' || ++line > MAX_WIRE_LINE) {
        return false;
      }
    }
    return !new String(content, StandardCharsets.US_ASCII).contains(boundaryStem);
  }

  private static @Nullable String blankToNull(@Nullable String text) {
    return text == null || text.isBlank() ? null : text;
  }
}
