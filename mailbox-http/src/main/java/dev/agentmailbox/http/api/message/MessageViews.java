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
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** How messages and attachments are written. */
public final class MessageViews {
  public static final View<Attachment> ATTACHMENT =
      View.<Attachment>of("Attachment")
          .text("attachment_id", Attachment::id, "")
          .optionalText("filename", Shapes.foreign(), a -> Optional.ofNullable(a.filename()), "")
          .count("size", Attachment::size, "Decoded bytes.")
          .text(
              "content_type",
              Shapes.foreign(),
              Attachment::contentType,
              "As the sender declared it.")
          .optionalText(
              "content_disposition",
              Shapes.choice("inline", "attachment"),
              a -> Optional.ofNullable(a.disposition()),
              "")
          .optionalText("content_id", Shapes.foreign(), a -> Optional.ofNullable(a.contentId()), "")
          .build();

  /** The pieces of each field in which a search found its words. */
  static final View<Map<String, List<String>>> HIGHLIGHTS = highlights();

  static final View<Message> ITEM =
      item(View.<Message>of("MessageItem"), Function.identity()).build();
  static final View<ListPage<Message>> ITEMS = Lists.of("MessageList", "messages", ITEM);
  static final View<MessageHit> HIT =
      item(View.<MessageHit>of("SearchMessageItem"), MessageHit::message)
          .object("highlights", HIGHLIGHTS, MessageHit::highlights, "")
          .build();
  static final View<ListPage<MessageHit>> HITS = Lists.of("SearchMessageList", "messages", HIT);

  public static final View<Authentication> AUTHENTICATION =
      View.<Authentication>of("Authentication")
          .text("spf", Authentication::spf, "")
          .text("dkim", Authentication::dkim, "")
          .text("dmarc", Authentication::dmarc, "")
          .optionalText(
              "aligned_domain",
              Shapes.foreign(),
              a -> Optional.ofNullable(a.alignedDomain()),
              "The author's domain.")
          .build();

  static final View<CodesAndLinks.Code> CODE =
      View.<CodesAndLinks.Code>of("ExtractedCode")
          .text("code", Shapes.foreign(), CodesAndLinks.Code::code, "")
          .text("text", Shapes.foreign(), CodesAndLinks.Code::text, "The line it was found in.")
          .build();

  static final View<CodesAndLinks.Link> LINK =
      View.<CodesAndLinks.Link>of("ExtractedLink")
          .text("url", Shapes.foreign(), CodesAndLinks.Link::url, "As written; nobody followed it.")
          .text("text", Shapes.foreign(), CodesAndLinks.Link::text, "The line it was found in.")
          .build();

  static final View<MessageView> MESSAGE =
      item(View.<MessageView>of("Message"), MessageView::message)
          .texts("reply_to", Shapes.foreign(), m -> displays(m.body().replyTo()), "")
          .optionalText("text", Shapes.foreign(), m -> Optional.ofNullable(m.body().text()), "")
          .optionalText("html", Shapes.foreign(), m -> Optional.ofNullable(m.body().html()), "")
          .optionalText(
              "extracted_text",
              Shapes.foreign(),
              m -> Optional.ofNullable(m.body().extractedText()),
              "The new part of a reply, without quoted text and signature.")
          .optionalText(
              "extracted_html",
              Shapes.foreign(),
              m -> Optional.ofNullable(m.body().extractedHtml()),
              "")
          .objects("extracted_codes", CODE, MessageView::codes, "One-time codes, at most 10.")
          .objects("extracted_links", LINK, MessageView::links, "Verification links, at most 10.")
          .plain(
              "headers",
              Shapes.foreign(Shapes.map(Shapes.text())),
              m -> m.body().headers(),
              "Lower-case names; repeated values joined with newline.")
          .object("authentication", AUTHENTICATION, m -> m.message().authentication(), "")
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
          .count("count", batch -> batch.messages().size(), "")
          .count(
              "limit", b -> b.messages().size() + b.missing().size(), "Ids asked for, each once.")
          .objects("messages", MESSAGE, Batch::messages, "")
          .texts("missing", Batch::missing, "Ids of messages that are not there.")
          .build();

  /** A link to raw bytes. */
  record Raw(Message message, DownloadLinks.Link link) {}

  static final View<Raw> RAW =
      View.<Raw>of("RawMessage")
          .text("message_id", raw -> raw.message().id(), "")
          .count("size", raw -> raw.message().size(), "Bytes.")
          .text("download_url", raw -> raw.link().url(), "Signed; needs no key.")
          .time("expires_at", raw -> raw.link().expiresAt(), "")
          .build();

  /** A link to an attachment. */
  public record File(Attachment attachment, DownloadLinks.Link link) {}

  public static final View<File> FILE =
      View.<File>of("AttachmentResponse")
          .text("attachment_id", file -> file.attachment().id(), "")
          .optionalText(
              "filename",
              Shapes.foreign(),
              file -> Optional.ofNullable(file.attachment().filename()),
              "")
          .count("size", file -> file.attachment().size(), "Decoded bytes.")
          .text("content_type", Shapes.foreign(), file -> file.attachment().contentType(), "")
          .optionalText(
              "content_disposition",
              Shapes.choice("inline", "attachment"),
              file -> Optional.ofNullable(file.attachment().disposition()),
              "")
          .optionalText(
              "content_id",
              Shapes.foreign(),
              file -> Optional.ofNullable(file.attachment().contentId()),
              "")
          .text("download_url", file -> file.link().url(), "Signed; needs no key.")
          .time("expires_at", file -> file.link().expiresAt(), "")
          .build();

  private MessageViews() {}

  public static List<String> displays(Collection<MailAddress> addresses) {
    return addresses.stream().map(MailAddress::display).toList();
  }

  public static <T> View.Builder<T> item(View.Builder<T> view, Function<T, Message> of) {
    return view.text("inbox_id", v -> of.apply(v).inboxId(), "")
        .text("pod_id", v -> of.apply(v).podId(), "")
        .text("thread_id", v -> of.apply(v).threadId(), "")
        .text("message_id", v -> of.apply(v).id(), "")
        .optionalText(
            "rfc_message_id",
            Shapes.foreign(),
            v -> Optional.ofNullable(of.apply(v).rfcMessageId()),
            "Message-ID header with angle brackets.")
        .text(
            "direction",
            Shapes.choice(List.of(Direction.values()), Direction::wireName),
            v -> of.apply(v).direction().wireName(),
            "")
        .texts("labels", v -> of.apply(v).labels(), "")
        .time("timestamp", v -> of.apply(v).createdAt(), "When it was received or handed over.")
        .text(
            "from",
            Shapes.foreign(),
            v -> from(of.apply(v)),
            "Name <address>, or the bare address.")
        .texts("to", Shapes.foreign(), v -> displays(of.apply(v).to()), "")
        .texts("cc", Shapes.foreign(), v -> displays(of.apply(v).cc()), "")
        .texts("bcc", Shapes.foreign(), v -> displays(of.apply(v).bcc()), "")
        .optionalText(
            "subject", Shapes.foreign(), v -> Optional.ofNullable(of.apply(v).subject()), "")
        .optionalText(
            "preview", Shapes.foreign(), v -> Optional.ofNullable(of.apply(v).preview()), "")
        .objects("attachments", ATTACHMENT, v -> of.apply(v).attachments(), "")
        .optionalText(
            "in_reply_to", Shapes.foreign(), v -> Optional.ofNullable(of.apply(v).inReplyTo()), "")
        .texts("references", Shapes.foreign(), v -> of.apply(v).references(), "")
        .count("size", v -> of.apply(v).size(), "Bytes of the raw message.")
        .flag(
            "held",
            v -> of.apply(v).isHeld(),
            "Held for a human: to a key metadata only, with bare addresses.")
        .texts(
            "hold_reasons",
            v -> of.apply(v).isHeld() ? of.apply(v).holdReasons() : List.of(),
            "Why it is held; for humans, empty for keys.")
        .text(
            "classification",
            Shapes.choice(List.of(Classification.values()), Classification::wireName),
            v -> of.apply(v).classification().wireName(),
            "")
        .optionalText("send_id", v -> Optional.ofNullable(of.apply(v).sendId()), "")
        .time("created_at", v -> of.apply(v).createdAt(), "")
        .time("updated_at", v -> of.apply(v).updatedAt(), "");
  }

  private static String from(Message message) {
    MailAddress from = message.from();
    return from == null ? "" : from.display();
  }

  private static View<Map<String, List<String>>> highlights() {
    View.Builder<Map<String, List<String>>> view = View.of("SearchHighlights");
    for (String field : List.of("from", "recipients", "subject", "text")) {
      view.texts(field, Shapes.foreign(), found -> found.getOrDefault(field, List.of()), "");
    }
    return view.build();
  }
}
