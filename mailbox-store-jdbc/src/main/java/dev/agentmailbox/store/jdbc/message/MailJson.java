package dev.agentmailbox.store.jdbc.message;

import static dev.agentmailbox.store.jdbc.message.JsonTokens.list;
import static dev.agentmailbox.store.jdbc.message.JsonTokens.member;
import static dev.agentmailbox.store.jdbc.message.JsonTokens.put;
import static dev.agentmailbox.store.jdbc.message.JsonTokens.putList;
import static dev.agentmailbox.store.jdbc.message.JsonTokens.text;

import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.Authentication;
import dev.agentmailbox.message.Authentication.SignatureCheck;
import dev.agentmailbox.message.Classification;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.MessageContent;
import dev.agentmailbox.message.MessageHeaders;
import dev.agentmailbox.message.MessageOrigin;
import dev.agentmailbox.message.StoredMail;
import dev.agentmailbox.store.jdbc.sql.Json;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;

/**
 * A stored mail as JSON. A page reads fifty, and data binding takes twice the time. Null members
 * and empty lists are absent; earlier versions wrote empty lists.
 */
final class MailJson {
  private MailJson() {}

  static String write(StoredMail mail) {
    return Json.write(
        out -> {
          out.writeStartObject();
          out.writeName("headers");
          writeHeaders(out, mail.headers());
          out.writeName("content");
          writeContent(out, mail.content());
          out.writeName("origin");
          writeOrigin(out, mail.origin());
          out.writeEndObject();
        });
  }

  static StoredMail read(String json) {
    return Json.read(json, MailJson::readMail, "mail");
  }

  private static StoredMail readMail(JsonParser in) {
    MessageHeaders headers = null;
    MessageContent content = null;
    MessageOrigin origin = null;
    for (String name = member(in); name != null; name = member(in)) {
      switch (name) {
        case "headers" -> headers = readHeaders(in);
        case "content" -> content = readContent(in);
        case "origin" -> origin = readOrigin(in);
        default -> in.skipChildren();
      }
    }
    return new StoredMail(
        JsonTokens.present(headers), JsonTokens.present(content), JsonTokens.present(origin));
  }

  private static void writeHeaders(JsonGenerator out, MessageHeaders headers) {
    out.writeStartObject();
    put(out, "rfcMessageId", headers.rfcMessageId());
    writeAddresses(out, "from", headers.from());
    writeAddresses(out, "to", headers.to());
    writeAddresses(out, "cc", headers.cc());
    writeAddresses(out, "bcc", headers.bcc());
    put(out, "subject", headers.subject());
    put(out, "inReplyTo", headers.inReplyTo());
    putList(out, "references", headers.references(), JsonTokens::writeText);
    out.writeEndObject();
  }

  private static MessageHeaders readHeaders(JsonParser in) {
    String rfcMessageId = null;
    List<MailAddress> from = List.of();
    List<MailAddress> to = List.of();
    List<MailAddress> cc = List.of();
    List<MailAddress> bcc = List.of();
    String subject = null;
    String inReplyTo = null;
    List<String> references = List.of();
    for (String name = member(in); name != null; name = member(in)) {
      switch (name) {
        case "rfcMessageId" -> rfcMessageId = text(in);
        case "from" -> from = readAddresses(in);
        case "to" -> to = readAddresses(in);
        case "cc" -> cc = readAddresses(in);
        case "bcc" -> bcc = readAddresses(in);
        case "subject" -> subject = text(in);
        case "inReplyTo" -> inReplyTo = text(in);
        case "references" -> references = list(in, JsonParser::getString);
        default -> in.skipChildren();
      }
    }
    return new MessageHeaders(rfcMessageId, from, to, cc, bcc, subject, inReplyTo, references);
  }

  static void writeAddresses(JsonGenerator out, String name, List<MailAddress> addresses) {
    putList(out, name, addresses, MailJson::writeAddress);
  }

  private static void writeAddress(JsonGenerator out, MailAddress address) {
    out.writeStartObject();
    put(out, "name", address.name());
    put(out, "address", address.address());
    out.writeEndObject();
  }

  static List<MailAddress> readAddresses(JsonParser in) {
    return list(in, MailJson::readAddress);
  }

  private static MailAddress readAddress(JsonParser in) {
    String display = null;
    String address = null;
    for (String name = member(in); name != null; name = member(in)) {
      switch (name) {
        case "name" -> display = text(in);
        case "address" -> address = text(in);
        default -> in.skipChildren();
      }
    }
    return new MailAddress(display, JsonTokens.present(address));
  }

  private static void writeContent(JsonGenerator out, MessageContent content) {
    out.writeStartObject();
    put(out, "preview", content.preview());
    putList(out, "attachments", content.attachments(), MailJson::writeAttachment);
    out.writeNumberProperty("size", content.size());
    put(out, "contentKey", content.contentKey());
    out.writeEndObject();
  }

  private static MessageContent readContent(JsonParser in) {
    String preview = null;
    List<Attachment> attachments = List.of();
    long size = 0;
    String contentKey = null;
    for (String name = member(in); name != null; name = member(in)) {
      switch (name) {
        case "preview" -> preview = text(in);
        case "attachments" -> attachments = list(in, MailJson::readAttachment);
        case "size" -> size = in.getLongValue();
        case "contentKey" -> contentKey = text(in);
        default -> in.skipChildren();
      }
    }
    return new MessageContent(preview, attachments, size, JsonTokens.present(contentKey));
  }

  private static void writeAttachment(JsonGenerator out, Attachment attachment) {
    out.writeStartObject();
    put(out, "id", attachment.id());
    put(out, "partPath", attachment.partPath());
    put(out, "filename", attachment.filename());
    out.writeNumberProperty("size", attachment.size());
    put(out, "contentType", attachment.contentType());
    put(out, "disposition", attachment.disposition());
    put(out, "contentId", attachment.contentId());
    out.writeEndObject();
  }

  private static Attachment readAttachment(JsonParser in) {
    String id = null;
    String partPath = null;
    String filename = null;
    long size = 0;
    String contentType = null;
    String disposition = null;
    String contentId = null;
    for (String name = member(in); name != null; name = member(in)) {
      switch (name) {
        case "id" -> id = text(in);
        case "partPath" -> partPath = text(in);
        case "filename" -> filename = text(in);
        case "size" -> size = in.getLongValue();
        case "contentType" -> contentType = text(in);
        case "disposition" -> disposition = text(in);
        case "contentId" -> contentId = text(in);
        default -> in.skipChildren();
      }
    }
    return new Attachment(
        JsonTokens.present(id),
        JsonTokens.present(partPath),
        filename,
        size,
        JsonTokens.present(contentType),
        disposition,
        contentId);
  }

  private static void writeOrigin(JsonGenerator out, MessageOrigin origin) {
    out.writeStartObject();
    put(out, "direction", origin.direction().name());
    put(out, "envelopeSender", origin.envelopeSender());
    out.writeName("authentication");
    writeAuthentication(out, origin.authentication());
    put(out, "classification", origin.classification().name());
    putList(out, "holdReasons", origin.holdReasons(), JsonTokens::writeText);
    put(out, "sendId", origin.sendId());
    out.writeEndObject();
  }

  private static MessageOrigin readOrigin(JsonParser in) {
    Direction direction = null;
    String envelopeSender = null;
    Authentication authentication = null;
    Classification classification = null;
    List<String> holdReasons = List.of();
    String sendId = null;
    for (String name = member(in); name != null; name = member(in)) {
      switch (name) {
        case "direction" -> direction = Direction.valueOf(in.getString());
        case "envelopeSender" -> envelopeSender = text(in);
        case "authentication" -> authentication = readAuthentication(in);
        case "classification" -> classification = Classification.valueOf(in.getString());
        case "holdReasons" -> holdReasons = list(in, JsonParser::getString);
        case "sendId" -> sendId = text(in);
        default -> in.skipChildren();
      }
    }
    return new MessageOrigin(
        JsonTokens.present(direction),
        JsonTokens.present(envelopeSender),
        JsonTokens.present(authentication),
        JsonTokens.present(classification),
        holdReasons,
        sendId);
  }

  private static void writeAuthentication(JsonGenerator out, Authentication results) {
    out.writeStartObject();
    put(out, "spf", results.spf());
    put(out, "dkim", results.dkim());
    put(out, "dmarc", results.dmarc());
    put(out, "alignedDomain", results.alignedDomain());
    putList(out, "signatures", results.signatures(), MailJson::writeSignature);
    out.writeEndObject();
  }

  private static Authentication readAuthentication(JsonParser in) {
    String spf = null;
    String dkim = null;
    String dmarc = null;
    String alignedDomain = null;
    List<SignatureCheck> signatures = List.of();
    for (String name = member(in); name != null; name = member(in)) {
      switch (name) {
        case "spf" -> spf = text(in);
        case "dkim" -> dkim = text(in);
        case "dmarc" -> dmarc = text(in);
        case "alignedDomain" -> alignedDomain = text(in);
        case "signatures" -> signatures = list(in, MailJson::readSignature);
        default -> in.skipChildren();
      }
    }
    return new Authentication(
        JsonTokens.present(spf),
        JsonTokens.present(dkim),
        JsonTokens.present(dmarc),
        alignedDomain,
        signatures);
  }

  private static void writeSignature(JsonGenerator out, SignatureCheck signature) {
    out.writeStartObject();
    put(out, "domain", signature.domain());
    put(out, "selector", signature.selector());
    put(out, "result", signature.result());
    put(out, "reason", signature.reason());
    out.writeEndObject();
  }

  private static SignatureCheck readSignature(JsonParser in) {
    String domain = null;
    String selector = null;
    String result = null;
    String reason = null;
    for (String name = member(in); name != null; name = member(in)) {
      switch (name) {
        case "domain" -> domain = text(in);
        case "selector" -> selector = text(in);
        case "result" -> result = text(in);
        case "reason" -> reason = text(in);
        default -> in.skipChildren();
      }
    }
    return new SignatureCheck(
        JsonTokens.present(domain),
        JsonTokens.present(selector),
        JsonTokens.present(result),
        JsonTokens.present(reason));
  }
}
