package dev.agentmailbox.store.jdbc.message;

import static dev.agentmailbox.store.jdbc.message.JsonObject.TEXT;

import dev.agentmailbox.message.Extracted;
import dev.agentmailbox.message.MessageBody;
import dev.agentmailbox.store.jdbc.message.JsonObject.Members;
import dev.agentmailbox.store.jdbc.message.JsonObject.Value;
import dev.agentmailbox.store.jdbc.sql.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;

/**
 * A message body as JSON. The new text of most mail is the beginning of its text, of which only the
 * length is stored.
 */
final class BodyJson {
  private static final Value<Integer> LENGTH =
      new Value<>((out, length) -> out.writeNumber(length.intValue()), JsonParser::getIntValue);
  private static final Value<Map<String, String>> TEXTS =
      new Value<>(BodyJson::writeTexts, BodyJson::readTexts);
  private static final JsonObject<MessageBody> BODY = body(new Members<>());

  private BodyJson() {}

  static String write(MessageBody body) {
    return Json.write(out -> BODY.write(out, body));
  }

  static MessageBody read(String json) {
    return Json.read(json, BODY::read, "message body");
  }

  private static JsonObject<MessageBody> body(Members<MessageBody> body) {
    var replyTo = body.list("replyTo", MailJson.ADDRESS, MessageBody::replyTo);
    var text = body.member("text", TEXT, MessageBody::text);
    var html = body.member("html", TEXT, MessageBody::html);
    var newLength = body.member("extractedLength", LENGTH, BodyJson::newLength);
    var newText =
        body.member(
            "extractedText",
            TEXT,
            written -> newLength(written) == null ? written.extractedText() : null);
    var extractedHtml = body.member("extractedHtml", TEXT, MessageBody::extractedHtml);
    var headers = body.member("headers", TEXTS, MessageBody::headers);
    var extracted =
        body.member("extracted", extracted(new Members<>()).value(), MessageBody::extracted);
    return body.build(
        in -> {
          Map<String, String> texts = in.find(headers);
          return new MessageBody(
              in.list(replyTo),
              in.find(text),
              in.find(html),
              beginning(in.find(text), in.find(newLength), in.find(newText)),
              in.find(extractedHtml),
              texts == null ? Map.of() : texts,
              in.find(extracted));
        });
  }

  /** The length of the new text; null unless the text begins with it. */
  private static @Nullable Integer newLength(MessageBody body) {
    String text = Json.clean(body.text());
    String extracted = Json.clean(body.extractedText());
    return text != null && extracted != null && text.startsWith(extracted)
        ? extracted.length()
        : null;
  }

  private static @Nullable String beginning(
      @Nullable String text, @Nullable Integer length, @Nullable String otherwise) {
    return text == null || length == null ? otherwise : text.substring(0, length);
  }

  private static JsonObject<Extracted> extracted(Members<Extracted> extracted) {
    var codes = extracted.list("codes", code(new Members<>()).value(), Extracted::codes);
    var links = extracted.list("links", link(new Members<>()).value(), Extracted::links);
    return extracted.build(in -> new Extracted(in.list(codes), in.list(links)));
  }

  private static JsonObject<Extracted.Code> code(Members<Extracted.Code> code) {
    var value = code.member("code", TEXT, Extracted.Code::code);
    var line = code.member("text", TEXT, Extracted.Code::text);
    return code.build(in -> new Extracted.Code(in.get(value), in.get(line)));
  }

  private static JsonObject<Extracted.Link> link(Members<Extracted.Link> link) {
    var url = link.member("url", TEXT, Extracted.Link::url);
    var line = link.member("text", TEXT, Extracted.Link::text);
    return link.build(in -> new Extracted.Link(in.get(url), in.get(line)));
  }

  private static void writeTexts(JsonGenerator out, Map<String, String> texts) {
    out.writeStartObject();
    texts.forEach(
        (name, text) -> {
          out.writeName(name);
          TEXT.writer().accept(out, text);
        });
    out.writeEndObject();
  }

  private static Map<String, String> readTexts(JsonParser in) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (String name = in.nextName(); name != null; name = in.nextName()) {
      in.nextToken();
      texts.put(name, in.getString());
    }
    return texts;
  }
}
