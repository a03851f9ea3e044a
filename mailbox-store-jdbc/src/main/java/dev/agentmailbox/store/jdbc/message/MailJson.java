package dev.agentmailbox.store.jdbc.message;

import static dev.agentmailbox.store.jdbc.message.JsonObject.NUMBER;
import static dev.agentmailbox.store.jdbc.message.JsonObject.TEXT;

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
import dev.agentmailbox.store.jdbc.message.JsonObject.Members;
import dev.agentmailbox.store.jdbc.message.JsonObject.Value;
import dev.agentmailbox.store.jdbc.sql.Json;

/** A stored mail as JSON. */
final class MailJson {
  static final Value<MailAddress> ADDRESS = address(new Members<>()).value();
  private static final JsonObject<StoredMail> MAIL = mail(new Members<>());

  private MailJson() {}

  static String write(StoredMail mail) {
    return Json.write(out -> MAIL.write(out, mail));
  }

  static StoredMail read(String json) {
    return Json.read(json, MAIL::read, "mail");
  }

  private static JsonObject<StoredMail> mail(Members<StoredMail> mail) {
    var headers = mail.member("headers", headers(new Members<>()).value(), StoredMail::headers);
    var content = mail.member("content", content(new Members<>()).value(), StoredMail::content);
    var origin = mail.member("origin", origin(new Members<>()).value(), StoredMail::origin);
    return mail.build(in -> new StoredMail(in.get(headers), in.get(content), in.get(origin)));
  }

  private static JsonObject<MessageHeaders> headers(Members<MessageHeaders> headers) {
    var rfcMessageId = headers.member("rfcMessageId", TEXT, MessageHeaders::rfcMessageId);
    var from = headers.list("from", ADDRESS, MessageHeaders::from);
    var to = headers.list("to", ADDRESS, MessageHeaders::to);
    var cc = headers.list("cc", ADDRESS, MessageHeaders::cc);
    var bcc = headers.list("bcc", ADDRESS, MessageHeaders::bcc);
    var subject = headers.member("subject", TEXT, MessageHeaders::subject);
    var inReplyTo = headers.member("inReplyTo", TEXT, MessageHeaders::inReplyTo);
    var references = headers.list("references", TEXT, MessageHeaders::references);
    return headers.build(
        in ->
            new MessageHeaders(
                in.find(rfcMessageId),
                in.list(from),
                in.list(to),
                in.list(cc),
                in.list(bcc),
                in.find(subject),
                in.find(inReplyTo),
                in.list(references)));
  }

  private static JsonObject<MailAddress> address(Members<MailAddress> address) {
    var name = address.member("name", TEXT, MailAddress::name);
    var mailbox = address.member("address", TEXT, MailAddress::address);
    return address.build(in -> new MailAddress(in.find(name), in.get(mailbox)));
  }

  private static JsonObject<MessageContent> content(Members<MessageContent> content) {
    var preview = content.member("preview", TEXT, MessageContent::preview);
    var attachments =
        content.list(
            "attachments", attachment(new Members<>()).value(), MessageContent::attachments);
    var size = content.member("size", NUMBER, MessageContent::size);
    var contentKey = content.member("contentKey", TEXT, MessageContent::contentKey);
    return content.build(
        in ->
            new MessageContent(
                in.find(preview), in.list(attachments), in.get(size), in.get(contentKey)));
  }

  private static JsonObject<Attachment> attachment(Members<Attachment> attachment) {
    var id = attachment.member("id", TEXT, Attachment::id);
    var partPath = attachment.member("partPath", TEXT, Attachment::partPath);
    var filename = attachment.member("filename", TEXT, Attachment::filename);
    var size = attachment.member("size", NUMBER, Attachment::size);
    var contentType = attachment.member("contentType", TEXT, Attachment::contentType);
    var disposition = attachment.member("disposition", TEXT, Attachment::disposition);
    var contentId = attachment.member("contentId", TEXT, Attachment::contentId);
    return attachment.build(
        in ->
            new Attachment(
                in.get(id),
                in.get(partPath),
                in.find(filename),
                in.get(size),
                in.get(contentType),
                in.find(disposition),
                in.find(contentId)));
  }

  private static JsonObject<MessageOrigin> origin(Members<MessageOrigin> origin) {
    var direction =
        origin.member("direction", Value.constant(Direction.class), MessageOrigin::direction);
    var envelopeSender = origin.member("envelopeSender", TEXT, MessageOrigin::envelopeSender);
    var authentication =
        origin.member(
            "authentication",
            authentication(new Members<>()).value(),
            MessageOrigin::authentication);
    var classification =
        origin.member(
            "classification", Value.constant(Classification.class), MessageOrigin::classification);
    var holdReasons = origin.list("holdReasons", TEXT, MessageOrigin::holdReasons);
    var sendId = origin.member("sendId", TEXT, MessageOrigin::sendId);
    return origin.build(
        in ->
            new MessageOrigin(
                in.get(direction),
                in.get(envelopeSender),
                in.get(authentication),
                in.get(classification),
                in.list(holdReasons),
                in.find(sendId)));
  }

  private static JsonObject<Authentication> authentication(Members<Authentication> results) {
    var spf = results.member("spf", TEXT, Authentication::spf);
    var dkim = results.member("dkim", TEXT, Authentication::dkim);
    var dmarc = results.member("dmarc", TEXT, Authentication::dmarc);
    var alignedDomain = results.member("alignedDomain", TEXT, Authentication::alignedDomain);
    var signatures =
        results.list("signatures", signature(new Members<>()).value(), Authentication::signatures);
    return results.build(
        in ->
            new Authentication(
                in.get(spf),
                in.get(dkim),
                in.get(dmarc),
                in.find(alignedDomain),
                in.list(signatures)));
  }

  private static JsonObject<SignatureCheck> signature(Members<SignatureCheck> signature) {
    var domain = signature.member("domain", TEXT, SignatureCheck::domain);
    var selector = signature.member("selector", TEXT, SignatureCheck::selector);
    var result = signature.member("result", TEXT, SignatureCheck::result);
    var reason = signature.member("reason", TEXT, SignatureCheck::reason);
    return signature.build(
        in -> new SignatureCheck(in.get(domain), in.get(selector), in.get(result), in.get(reason)));
  }
}
