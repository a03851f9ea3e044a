package dev.agentmailbox.http.api.message;

import dev.agentmailbox.http.api.common.Lists;
import dev.agentmailbox.http.api.common.Paging.ListPage;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.token.DownloadLinks;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.Authentication;
import dev.agentmailbox.message.Classification;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.mime.codes.CodesAndLinks;
import dev.agentmailbox.service.message.MessageView;
import dev.agentmailbox.service.message.Search.MessageHit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** How messages and attachments are written. */
public final class MessageViews {
  public static final View<Attachment> ATTACHMENT =
      View.<Attachment>of("Attachment")
          .text("attachment_id", Attachment::id)
          .optionalText("filename", Shapes.foreign(), Attachment::filename)
          .count("size", Attachment::size)
          .about("Decoded bytes.")
          .text("content_type", Shapes.foreign(), Attachment::contentType)
          .about("As the sender declared it.")
          .optionalText(
              "content_disposition", Shapes.choice("inline", "attachment"), Attachment::disposition)
          .optionalText("content_id", Shapes.foreign(), Attachment::contentId)
          .build();

  /** The pieces of each field in which a search found its words. */
  static final View<Map<String, List<String>>> HIGHLIGHTS = highlights();

  public static final View<Message> ITEM =
      View.<Message>of("MessageItem")
          .text("inbox_id", Message::inboxId)
          .text("pod_id", Message::podId)
          .text("thread_id", Message::threadId)
          .text("message_id", Message::id)
          .optionalText("rfc_message_id", Shapes.foreign(), m -> m.headers().rfcMessageId())
          .about("Message-ID header with angle brackets.")
          .word("direction", Direction.values(), Direction::wireName, Message::direction)
          .texts("labels", Message::labels)
          .time("timestamp", Message::createdAt)
          .about("When it was received or handed over.")
          .text("from", Shapes.foreign(), MessageViews::from)
          .about("Name <address>, or the bare address.")
          .texts("to", Shapes.foreign(), message -> displays(message.headers().to()))
          .texts("cc", Shapes.foreign(), message -> displays(message.headers().cc()))
          .texts("bcc", Shapes.foreign(), message -> displays(message.headers().bcc()))
          .optionalText("subject", Shapes.foreign(), Message::subject)
          .optionalText("preview", Shapes.foreign(), m -> m.content().preview())
          .objects("attachments", ATTACHMENT, m -> m.content().attachments())
          .optionalText("in_reply_to", Shapes.foreign(), m -> m.headers().inReplyTo())
          .texts("references", Shapes.foreign(), m -> m.headers().references())
          .count("size", Message::size)
          .about("Bytes of the raw message.")
          .flag("held", Message::isHeld)
          .about("Held for a human: to a key metadata only, with bare addresses.")
          .texts(
              "hold_reasons",
              message -> message.isHeld() ? message.origin().holdReasons() : List.of())
          .about("Why it is held; for humans, empty for keys.")
          .word(
              "classification",
              Classification.values(),
              Classification::wireName,
              m -> m.origin().classification())
          .optionalText("send_id", m -> m.origin().sendId())
          .time("created_at", Message::createdAt)
          .time("updated_at", Message::updatedAt)
          .build();
  static final View<ListPage<Message>> ITEMS = Lists.of("MessageList", "messages", ITEM);
  static final View<MessageHit> HIT =
      View.<MessageHit>of("SearchMessageItem")
          .include(ITEM, MessageHit::message)
          .object("highlights", HIGHLIGHTS, MessageHit::highlights)
          .build();
  static final View<ListPage<MessageHit>> HITS = Lists.of("SearchMessageList", "messages", HIT);

  public static final View<Authentication> AUTHENTICATION =
      View.<Authentication>of("Authentication")
          .text("spf", Authentication::spf)
          .text("dkim", Authentication::dkim)
          .text("dmarc", Authentication::dmarc)
          .optionalText("aligned_domain", Shapes.foreign(), Authentication::alignedDomain)
          .about("The author's domain.")
          .build();

  static final View<CodesAndLinks.Code> CODE =
      View.<CodesAndLinks.Code>of("ExtractedCode")
          .text("code", Shapes.foreign(), CodesAndLinks.Code::code)
          .text("text", Shapes.foreign(), CodesAndLinks.Code::text)
          .about("The line it was found in.")
          .build();

  static final View<CodesAndLinks.Link> LINK =
      View.<CodesAndLinks.Link>of("ExtractedLink")
          .text("url", Shapes.foreign(), CodesAndLinks.Link::url)
          .about("As written; nobody followed it.")
          .text("text", Shapes.foreign(), CodesAndLinks.Link::text)
          .about("The line it was found in.")
          .build();

  static final View<MessageView> MESSAGE =
      View.<MessageView>of("Message")
          .include(ITEM, MessageView::message)
          .texts("reply_to", Shapes.foreign(), m -> displays(m.body().replyTo()))
          .optionalText("text", Shapes.foreign(), m -> m.body().text())
          .optionalText("html", Shapes.foreign(), m -> m.body().html())
          .optionalText("extracted_text", Shapes.foreign(), m -> m.body().extractedText())
          .about("The new part of a reply, without quoted text and signature.")
          .optionalText("extracted_html", Shapes.foreign(), m -> m.body().extractedHtml())
          .objects("extracted_codes", CODE, MessageView::codes)
          .about("One-time codes, at most 10.")
          .objects("extracted_links", LINK, MessageView::links)
          .about("Verification links, at most 10.")
          .plain("headers", Shapes.foreign(Shapes.map(Shapes.text())), m -> m.body().headers())
          .about("Lower-case names; repeated values joined with newline.")
          .object("authentication", AUTHENTICATION, m -> m.message().origin().authentication())
          .build();

  /** Some messages asked for by id. */
  record Batch(List<MessageView> messages, List<String> missing) {
    static Batch of(List<String> asked, List<MessageView> found) {
      Set<String> ids = found.stream().map(v -> v.message().id()).collect(Collectors.toSet());
      return new Batch(found, asked.stream().filter(id -> !ids.contains(id)).toList());
    }
  }

  static final View<Batch> BATCH =
      View.<Batch>of("MessageBatch")
          .count("count", batch -> batch.messages().size())
          .count("limit", b -> b.messages().size() + b.missing().size())
          .about("Ids asked for, each once.")
          .objects("messages", MESSAGE, Batch::messages)
          .texts("missing", Batch::missing)
          .about("Ids of messages that are not there.")
          .build();

  /** A link to raw bytes. */
  record Raw(Message message, DownloadLinks.Link link) {}

  static final View<Raw> RAW =
      View.<Raw>of("RawMessage")
          .text("message_id", raw -> raw.message().id())
          .count("size", raw -> raw.message().size())
          .about("Bytes.")
          .text("download_url", raw -> raw.link().url())
          .about("Signed; needs no key.")
          .time("expires_at", raw -> raw.link().expiresAt())
          .build();

  /** A link to an attachment. */
  public record File(Attachment attachment, DownloadLinks.Link link) {}

  public static final View<File> FILE =
      View.<File>of("AttachmentResponse")
          .text("attachment_id", file -> file.attachment().id())
          .optionalText("filename", Shapes.foreign(), file -> file.attachment().filename())
          .count("size", file -> file.attachment().size())
          .about("Decoded bytes.")
          .text("content_type", Shapes.foreign(), file -> file.attachment().contentType())
          .optionalText(
              "content_disposition",
              Shapes.choice("inline", "attachment"),
              file -> file.attachment().disposition())
          .optionalText("content_id", Shapes.foreign(), file -> file.attachment().contentId())
          .text("download_url", file -> file.link().url())
          .about("Signed; needs no key.")
          .time("expires_at", file -> file.link().expiresAt())
          .build();

  private MessageViews() {}

  public static List<String> displays(Collection<MailAddress> addresses) {
    return addresses.stream().map(MailAddress::display).toList();
  }

  private static String from(Message message) {
    MailAddress from = message.author();
    return from == null ? "" : from.display();
  }

  private static View<Map<String, List<String>>> highlights() {
    View.Builder<Map<String, List<String>>> view = View.of("SearchHighlights");
    for (String field : List.of("from", "recipients", "subject", "text")) {
      view.texts(field, Shapes.foreign(), found -> found.getOrDefault(field, List.of()));
    }
    return view.build();
  }
}
