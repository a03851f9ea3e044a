package dev.agentmailbox.store.jdbc.message;

import static dev.agentmailbox.store.jdbc.message.JsonTokens.list;
import static dev.agentmailbox.store.jdbc.message.JsonTokens.member;
import static dev.agentmailbox.store.jdbc.message.JsonTokens.put;
import static dev.agentmailbox.store.jdbc.message.JsonTokens.putList;
import static dev.agentmailbox.store.jdbc.message.JsonTokens.text;

import dev.agentmailbox.message.Extracted;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.MessageBody;
import dev.agentmailbox.store.jdbc.sql.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;

/**
 * A message body as JSON. The new text of most mail is the beginning of its text, of which only the
 * length is stored.
 */
final class BodyJson {
  private static final String TEXT = "text";
  private static final String NEW_LENGTH = "extractedLength";
  private static final String EXTRACTED = "extracted";
  private static final String CODES = "codes";
  private static final String LINKS = "links";

  private BodyJson() {}

  static String write(MessageBody body) {
    return Json.write(out -> write(out, body));
  }

  private static void write(JsonGenerator out, MessageBody body) {
    String text = Json.clean(body.text());
    String extracted = Json.clean(body.extractedText());
    out.writeStartObject();
    MailJson.writeAddresses(out, "replyTo", body.replyTo());
    put(out, TEXT, text);
    put(out, "html", body.html());
    if (text != null && extracted != null && text.startsWith(extracted)) {
      out.writeNumberProperty(NEW_LENGTH, extracted.length());
    } else {
      put(out, "extractedText", extracted);
    }
    put(out, "extractedHtml", body.extractedHtml());
    out.writeName("headers");
    out.writeStartObject();
    body.headers().forEach((name, value) -> put(out, name, value));
    out.writeEndObject();
    Extracted found = body.extracted();
    if (found != null) {
      out.writeName(EXTRACTED);
      write(out, found);
    }
    out.writeEndObject();
  }

  private static void write(JsonGenerator out, Extracted extracted) {
    out.writeStartObject();
    putList(
        out, CODES, extracted.codes(), (o, code) -> writePair(o, "code", code.code(), code.text()));
    putList(
        out, LINKS, extracted.links(), (o, link) -> writePair(o, "url", link.url(), link.text()));
    out.writeEndObject();
  }

  private static void writePair(JsonGenerator out, String name, String value, String line) {
    out.writeStartObject();
    put(out, name, value);
    put(out, TEXT, line);
    out.writeEndObject();
  }

  static MessageBody read(String json) {
    return Json.read(json, BodyJson::readBody, "message body");
  }

  private static MessageBody readBody(JsonParser in) {
    List<MailAddress> replyTo = List.of();
    String text = null;
    String html = null;
    String extractedText = null;
    int length = -1;
    String extractedHtml = null;
    Map<String, String> headers = Map.of();
    Extracted extracted = null;
    for (String name = member(in); name != null; name = member(in)) {
      switch (name) {
        case "replyTo" -> replyTo = MailJson.readAddresses(in);
        case TEXT -> text = text(in);
        case "html" -> html = text(in);
        case "extractedText" -> extractedText = text(in);
        case NEW_LENGTH -> length = in.getIntValue();
        case "extractedHtml" -> extractedHtml = text(in);
        case "headers" -> headers = readHeaders(in);
        case EXTRACTED -> extracted = readExtracted(in);
        default -> in.skipChildren();
      }
    }
    return new MessageBody(
        replyTo,
        text,
        html,
        beginning(text, length, extractedText),
        extractedHtml,
        headers,
        extracted);
  }

  private static Extracted readExtracted(JsonParser in) {
    List<Extracted.Code> codes = List.of();
    List<Extracted.Link> links = List.of();
    for (String name = member(in); name != null; name = member(in)) {
      switch (name) {
        case CODES -> codes = list(in, parser -> readPair(parser, "code", Extracted.Code::new));
        case LINKS -> links = list(in, parser -> readPair(parser, "url", Extracted.Link::new));
        default -> in.skipChildren();
      }
    }
    return new Extracted(codes, links);
  }

  private static <T> T readPair(JsonParser in, String key, BiFunction<String, String, T> make) {
    String value = null;
    String line = null;
    for (String name = member(in); name != null; name = member(in)) {
      if (name.equals(key)) {
        value = text(in);
      } else if (name.equals(TEXT)) {
        line = text(in);
      } else {
        in.skipChildren();
      }
    }
    return make.apply(JsonTokens.present(value), JsonTokens.present(line));
  }

  private static @Nullable String beginning(
      @Nullable String text, int length, @Nullable String otherwise) {
    return text == null || length < 0 ? otherwise : text.substring(0, length);
  }

  private static Map<String, String> readHeaders(JsonParser in) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (String name = member(in); name != null; name = member(in)) {
      headers.put(name, in.getString());
    }
    return headers;
  }
}
