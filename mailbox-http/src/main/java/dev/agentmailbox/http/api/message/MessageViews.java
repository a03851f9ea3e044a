package dev.agentmailbox.http.api.message;

import dev.agentmailbox.http.api.common.Lists;
import dev.agentmailbox.http.api.common.Paging.ListPage;
import dev.agentmailbox.http.docs.KnownValues;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.token.DownloadLinks;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.Authentication;
import dev.agentmailbox.message.Classification;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.message.Extracted;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.service.message.MessageView;
import dev.agentmailbox.service.message.Search.MessageHit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Response objects for messages and attachments. */
public final class MessageViews {
  public static final View<Attachment> ATTACHMENT =
      View.<Attachment>of("Attachment")
          .text("attachment_id", Attachment::id)
          .about("Identifier within the message.")
          .optionalText("filename", Shapes.foreign(), Attachment::filename)
          .about("Name declared by the sender; absent when there is none.")
          .count("size", Attachment::size)
          .about("Bytes after decoding.")
          .text("content_type", Shapes.foreign(), Attachment::contentType)
          .about("Media type declared by the sender; not verified.")
          .optionalText(
              "content_disposition", Shapes.choice("inline", "attachment"), Attachment::disposition)
          .about("As declared by the sender; absent when not declared.")
          .optionalText("content_id", Shapes.foreign(), Attachment::contentId)
          .about("Content-ID of an inline part, without angle brackets; absent when there is none.")
          .build();

  /** Excerpts of each field in which the search terms were found. */
  static final View<Map<String, List<String>>> HIGHLIGHTS = highlights();

  public static final View<Message> ITEM =
      View.<Message>of("MessageItem")
          .text("inbox_id", Message::inboxId)
          .text("pod_id", Message::podId)
          .text("thread_id", Message::threadId)
          .text("message_id", Message::id)
          .optionalText("rfc_message_id", Shapes.foreign(), m -> m.headers().rfcMessageId())
          .about(
              "The Message-ID header, with angle brackets; absent when the message has" + " none.")
          .word("direction", Direction.values(), Direction::wireName, Message::direction)
          .about("inbound for received mail, outbound for sent mail.")
          .texts("labels", Message::labels)
          .about("Labels of the service (received, sent, held, spam, …) and of callers.")
          .time("timestamp", Message::createdAt)
          .about("When the message was received or handed over.")
          .text("from", Shapes.foreign(), MessageViews::from)
          .about(
              "Author, as `Name <address>` or a bare address. Not verified: see"
                  + " authentication.")
          .texts("to", Shapes.foreign(), message -> displays(message.headers().to()))
          .about("Recipients of the To header, as `Name <address>` or bare addresses.")
          .texts("cc", Shapes.foreign(), message -> displays(message.headers().cc()))
          .about("Recipients of the Cc header, likewise.")
          .texts("bcc", Shapes.foreign(), message -> displays(message.headers().bcc()))
          .about("Blind recipients of an outbound message; empty otherwise.")
          .optionalText("subject", Shapes.foreign(), Message::subject)
          .about("Decoded Subject header; absent when there is none, and for keys while held.")
          .optionalText("preview", Shapes.foreign(), m -> m.content().preview())
          .about("Beginning of the text; absent when there is none, and for keys while held.")
          .objects("attachments", ATTACHMENT, m -> m.content().attachments())
          .about("Attached files, without their content; empty for keys while held.")
          .optionalText("in_reply_to", Shapes.foreign(), m -> m.headers().inReplyTo())
          .about("The In-Reply-To header; absent when there is none.")
          .texts("references", Shapes.foreign(), m -> m.headers().references())
          .about("Message-IDs of the References header, oldest first.")
          .count("size", Message::size)
          .about("Bytes of the raw message.")
          .flag("held", Message::isHeld)
          .about(
              "True while the message waits for a human to release it; keys then see metadata"
                  + " only, with bare addresses.")
          .texts(
              "hold_reasons",
              KnownValues.HOLD_REASON,
              message -> message.isHeld() ? message.origin().holdReasons() : List.of())
          .about("Why the message is held; empty when it is not, and for keys.")
          .word(
              "classification",
              Classification.values(),
              Classification::wireName,
              m -> m.origin().classification())
          .about(
              "normal; automatic (automatic replies, lists, bulk mail, bounces); spam; or blocked"
                  + " by a list.")
          .optionalText("send_id", m -> m.origin().sendId())
          .about("The send that produced an outbound message; absent for received mail.")
          .time("created_at", Message::createdAt)
          .time("updated_at", Message::updatedAt)
          .build();
  static final View<ListPage<Message>> ITEMS = Lists.of("MessageList", "messages", ITEM);
  static final View<MessageHit> HIT =
      View.<MessageHit>of("SearchMessageItem")
          .include(ITEM, MessageHit::message)
          .object("highlights", HIGHLIGHTS, MessageHit::highlights)
          .about("Where the search terms were found.")
          .build();
  static final View<ListPage<MessageHit>> HITS = Lists.of("SearchMessageList", "messages", HIT);

  public static final View<Authentication> AUTHENTICATION =
      View.<Authentication>of("Authentication")
          .text("spf", Authentication::spf)
          .about(
              "SPF result (RFC 8601): pass, fail, softfail, neutral, none, temperror or permerror.")
          .text("dkim", Authentication::dkim)
          .about(
              "DKIM result (RFC 8601): pass, fail, neutral, none, policy, temperror or permerror.")
          .text("dmarc", Authentication::dmarc)
          .about("DMARC result (RFC 8601): pass, fail, none, temperror or permerror.")
          .optionalText("aligned_domain", Shapes.foreign(), Authentication::alignedDomain)
          .about("Author domain that SPF or DKIM authenticated; absent when none.")
          .build();

  static final View<Extracted.Code> CODE =
      View.<Extracted.Code>of("ExtractedCode")
          .text("code", Shapes.foreign(), Extracted.Code::code)
          .about("The code as written, without surrounding text.")
          .text("text", Shapes.foreign(), Extracted.Code::text)
          .about("The line in which the code was found.")
          .build();

  static final View<Extracted.Link> LINK =
      View.<Extracted.Link>of("ExtractedLink")
          .text("url", Shapes.foreign(), Extracted.Link::url)
          .about("As written; the service never follows it.")
          .text("text", Shapes.foreign(), Extracted.Link::text)
          .about("The line in which the link was found.")
          .build();

  /** Part of a message, so that mail not searched on receipt is searched once. */
  public static final View<Extracted> EXTRACTED =
      View.<Extracted>of("Extracted")
          .objects("extracted_codes", CODE, Extracted::codes)
          .about("One-time codes found in the text, at most 10.")
          .objects("extracted_links", LINK, Extracted::links)
          .about("Verification links found in the text, at most 10.")
          .build();

  static final View<MessageView> MESSAGE =
      View.<MessageView>of("Message")
          .include(ITEM, MessageView::message)
          .texts("reply_to", Shapes.foreign(), m -> displays(m.body().replyTo()))
          .about("Addresses of the Reply-To header; replies go to From instead.")
          .optionalText("text", Shapes.foreign(), m -> m.body().text())
          .about("Plain text body; absent when there is none, and for keys while held.")
          .optionalText("html", Shapes.foreign(), m -> m.body().html())
          .about(
              "HTML body as received, not sanitized; absent when there is none, and for keys while"
                  + " held.")
          .optionalText("extracted_text", Shapes.foreign(), m -> m.body().extractedText())
          .about("The new part of a reply, without quoted text and signature.")
          .optionalText("extracted_html", Shapes.foreign(), m -> m.body().extractedHtml())
          .about("The HTML counterpart of extracted_text; absent when there is none.")
          .include(EXTRACTED, MessageView::extracted)
          .plain("headers", Shapes.foreign(Shapes.map(Shapes.text())), m -> m.body().headers())
          .about("All headers by lower-case name; repeated headers joined with a newline.")
          .object("authentication", AUTHENTICATION, m -> m.message().origin().authentication())
          .about("Results of SPF, DKIM and DMARC on receipt.")
          .build();

  /** Messages requested by id. */
  record Batch(List<MessageView> messages, List<String> missing) {
    static Batch of(List<String> asked, List<MessageView> found) {
      Set<String> ids = found.stream().map(v -> v.message().id()).collect(Collectors.toSet());
      return new Batch(found, asked.stream().filter(id -> !ids.contains(id)).toList());
    }
  }

  static final View<Batch> BATCH =
      View.<Batch>of("MessageBatch")
          .count("count", batch -> batch.messages().size())
          .about("Number of messages in this response.")
          .count("limit", b -> b.messages().size() + b.missing().size())
          .about("Number of distinct ids requested.")
          .objects("messages", MESSAGE, Batch::messages)
          .about("Messages found, in the order requested.")
          .texts("missing", Batch::missing)
          .about("Requested ids that do not exist or are out of scope.")
          .build();

  /** A download link for a raw message. */
  record Raw(Message message, DownloadLinks.Link link) {}

  static final View<Raw> RAW =
      View.<Raw>of("RawMessage")
          .text("message_id", raw -> raw.message().id())
          .count("size", raw -> raw.message().size())
          .about("Bytes of the raw message.")
          .text("download_url", raw -> raw.link().url())
          .about("Signed URL; works without a key until expires_at.")
          .time("expires_at", raw -> raw.link().expiresAt())
          .about("When download_url stops working, one hour from now.")
          .build();

  /** A download link for an attachment. */
  public record File(Attachment attachment, DownloadLinks.Link link) {}

  public static final View<File> FILE =
      View.<File>of("AttachmentResponse")
          .text("attachment_id", file -> file.attachment().id())
          .about("Identifier within the message.")
          .optionalText("filename", Shapes.foreign(), file -> file.attachment().filename())
          .about("Name declared by the sender; absent when there is none.")
          .count("size", file -> file.attachment().size())
          .about("Bytes after decoding.")
          .text("content_type", Shapes.foreign(), file -> file.attachment().contentType())
          .about("Media type declared by the sender; not verified.")
          .optionalText(
              "content_disposition",
              Shapes.choice("inline", "attachment"),
              file -> file.attachment().disposition())
          .about("As declared by the sender; absent when not declared.")
          .optionalText("content_id", Shapes.foreign(), file -> file.attachment().contentId())
          .about("Content-ID of an inline part, without angle brackets; absent when there is none.")
          .text("download_url", file -> file.link().url())
          .about("Signed URL; works without a key until expires_at.")
          .time("expires_at", file -> file.link().expiresAt())
          .about("When download_url stops working, one hour from now.")
          .build();

  private MessageViews() {}

  public static List<String> displays(Collection<MailAddress> addresses) {
    List<String> displays = new ArrayList<>(addresses.size());
    for (MailAddress address : addresses) {
      displays.add(address.display());
    }
    return displays;
  }

  private static String from(Message message) {
    MailAddress from = message.author();
    return from == null ? "" : from.display();
  }

  private static View<Map<String, List<String>>> highlights() {
    View.Builder<Map<String, List<String>>> view = View.of("SearchHighlights");
    for (String field : List.of("from", "recipients", "subject", "text")) {
      view.texts(field, Shapes.foreign(), found -> found.getOrDefault(field, List.of()))
          .about("Excerpts of " + field + " with the terms; empty when it has none.");
    }
    return view.build();
  }
}
