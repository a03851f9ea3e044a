package dev.agentmailbox.service.message;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.message.MessageBody;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.message.MessageStore.MessageRange;
import dev.agentmailbox.port.message.MessageStore.WithBody;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.FilteredPage;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reading messages. Thread safe. */
public final class Messages {
  /** Most ids per batch read. */
  public static final int MAX_BATCH_GET = 500;

  private final MailboxContext context;
  private final MimeReader reader;

  public Messages(MailboxContext context, MimeReader reader) {
    this.context = context;
    this.reader = reader;
  }

  /** Messages of an inbox, by creation. */
  public Page<Message> list(Caller caller, String inboxId, MessageFilter filter, PageRequest page) {
    return context.read(
        tx -> {
          Inbox inbox = Access.inbox(tx, caller, inboxId, Permission.MESSAGE_READ);
          MessageRange range =
              new MessageRange(
                  HiddenMailAccess.ranges(caller, filter.include()),
                  MessageFilter.rarest(filter.labels()),
                  null,
                  filter.after(),
                  filter.before());
          filter.requireValidLabels();
          return FilteredPage.page(
                  page,
                  request -> tx.messages().range(inbox.scope(), range, request),
                  m -> filter.matches(m, MessageView.showsContent(caller, m)),
                  Messages::position)
              .map(message -> MessageView.item(caller, message));
        });
  }

  static PagePosition position(Message message) {
    return new PagePosition(message.createdAt(), message.id());
  }

  /** Finds a message. Hidden mail the caller may not see is not found. */
  public MessageView get(Caller caller, String inboxId, String messageId) {
    return context.read(
        tx -> {
          WithBody found =
              tx.messages()
                  .findWithBody(caller.scope(), Inbox.normal(inboxId), messageId)
                  .filter(message -> HiddenMailAccess.sees(caller, message.message()))
                  .orElseThrow(() -> missing(tx, caller, inboxId));
          Access.require(caller, Permission.MESSAGE_READ);
          return MessageView.of(caller, found.message(), found.body());
        });
  }

  /** The refusal for a message that was not found, perhaps because its inbox is missing. */
  private static MailboxException missing(StoreTransaction tx, Caller caller, String inboxId) {
    boolean isInbox = tx.inboxes().find(caller.scope(), Inbox.normal(inboxId)).isPresent();
    return MailboxException.notFound(isInbox ? "message" : "inbox");
  }

  static MessageBody body(StoreTransaction tx, Message message) {
    return tx.messages()
        .body(message.scope(), message.id())
        .orElseThrow(() -> MailboxException.notFound("message"));
  }

  /** Finds a message in scope and requires the permission. */
  static Message find(
      StoreTransaction tx, Caller caller, String inboxId, String messageId, Permission permission) {
    Message message =
        tx.messages()
            .find(inbox(tx, caller, inboxId).scope(), messageId)
            .filter(found -> HiddenMailAccess.sees(caller, found))
            .orElseThrow(() -> MailboxException.notFound("message"));
    Access.require(caller, permission);
    return message;
  }

  private static Inbox inbox(StoreTransaction tx, Caller caller, String inboxId) {
    return tx.inboxes()
        .find(caller.scope(), Inbox.normal(inboxId))
        .orElseThrow(() -> MailboxException.notFound("inbox"));
  }

  /** The messages that exist for the caller, in request order. */
  public List<MessageView> getAll(Caller caller, String inboxId, List<String> messageIds) {
    if (messageIds.isEmpty() || messageIds.size() > MAX_BATCH_GET) {
      throw MailboxException.validation(
          "message_ids", "must have 1 to " + MAX_BATCH_GET + " entries");
    }
    return context.read(
        tx -> {
          Inbox inbox = Access.inbox(tx, caller, inboxId, Permission.MESSAGE_READ);
          Map<String, Message> found =
              tx.messages().findAll(inbox.scope(), messageIds).stream()
                  .collect(Collectors.toMap(Message::id, Function.identity()));
          return messageIds.stream()
              .distinct()
              .map(found::get)
              .flatMap(Stream::ofNullable)
              .filter(message -> HiddenMailAccess.sees(caller, message))
              .map(message -> MessageView.of(caller, message, body(tx, message)))
              .toList();
        });
  }

  /**
   * A message whose raw content is to be downloaded.
   *
   * @throws MailboxException {@code human_required} for a key while the message is held
   */
  public Message raw(Caller caller, String inboxId, String messageId) {
    return context.read(
        tx ->
            requireContent(caller, find(tx, caller, inboxId, messageId, Permission.MESSAGE_READ)));
  }

  private static Message requireContent(Caller caller, Message message) {
    if (!MessageView.showsContent(caller, message)) {
      throw MailboxException.of(
          ErrorCode.HUMAN_REQUIRED, "the message is held until a human releases it");
    }
    return message;
  }

  /** Finds an attachment of a message the caller may read. */
  public Attachment attachment(
      Caller caller, String inboxId, String messageId, String attachmentId) {
    Message message = raw(caller, inboxId, messageId);
    return attachmentOf(message, attachmentId);
  }

  static Attachment attachmentOf(Message message, String attachmentId) {
    return message.content().attachments().stream()
        .filter(attachment -> attachment.id().equals(attachmentId))
        .findFirst()
        .orElseThrow(() -> MailboxException.notFound("attachment"));
  }

  /**
   * Opens the raw message for the holder of a signed link. The link was issued to a caller with
   * access, so only the existence of the message is checked.
   *
   * @param inbox scope of the inbox the link was issued for
   */
  public Download download(Scope inbox, String messageId) throws IOException {
    Message message = forDownload(inbox, messageId);
    RawMessage raw = content(message);
    return new Download(messageId + ".eml", "message/rfc822", raw.size(), raw.open());
  }

  /** As {@link #download(Scope, String)}, for one attachment, decoded. */
  public Download download(Scope inbox, String messageId, String attachmentId) throws IOException {
    Message message = forDownload(inbox, messageId);
    Attachment attachment = attachmentOf(message, attachmentId);
    String filename = attachment.filename();
    return new Download(
        filename == null ? attachment.id() : filename,
        attachment.contentType(),
        attachment.size(),
        reader.openPart(content(message), attachment.partPath()));
  }

  private Message forDownload(Scope inbox, String messageId) {
    return context
        .read(tx -> tx.messages().find(inbox, messageId))
        .orElseThrow(() -> MailboxException.notFound("message"));
  }

  private RawMessage content(Message message) throws IOException {
    return context
        .store()
        .content()
        .find(message.content().contentKey())
        .orElseThrow(() -> MailboxException.notFound("content"));
  }

  /**
   * Content to download.
   *
   * @param contentType as declared by the sender: must not be served unchecked
   * @param bytes closed by the caller
   */
  public record Download(String filename, String contentType, long size, InputStream bytes) {}
}
