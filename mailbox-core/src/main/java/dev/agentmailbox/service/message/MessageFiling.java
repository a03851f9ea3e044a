package dev.agentmailbox.service.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.message.MessageBody;
import dev.agentmailbox.message.MessageHeaders;
import dev.agentmailbox.mime.Subjects;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.RegistrableDomains;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.message.SearchStore;
import dev.agentmailbox.usage.Counter;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Stores messages with their threads, search words and counters. Thread safe. */
public final class MessageFiling {
  /**
   * What is derived from the content of a message, before the transaction that stores it.
   *
   * @param words for search
   * @param baseSubject for threading by subject
   */
  public record Filed(MessageBody body, Set<String> words, String baseSubject) {
    /**
     * Derives it.
     *
     * @param headers as shown to the owner of the inbox
     * @param subject as in the mail
     */
    public static Filed of(MessageHeaders headers, @Nullable String subject, MessageBody body) {
      return new Filed(
          body,
          SearchWords.of(headers, body.text()),
          subject == null ? "" : Subjects.normalize(subject));
    }

    /**
     * Derives it from a received message.
     *
     * @param attached names and text of its attachments; null when they were not read
     */
    public static Filed received(
        MessageHeaders headers,
        MessageBody body,
        @Nullable String attached,
        RegistrableDomains registrable) {
      String subject = headers.subject();
      return new Filed(
          body,
          SearchWords.received(headers, body, attached, registrable),
          subject == null ? "" : Subjects.normalize(subject));
    }

    /** Omits the content. */
    @Override
    public String toString() {
      return "Filed[…]";
    }
  }

  private final MailboxContext context;

  public MessageFiling(MailboxContext context) {
    this.context = context;
  }

  /** The attachments of a message to be stored, with new ids. */
  public List<Attachment> attachments(ParsedMessage parsed) {
    return parsed.attachments().stream()
        .map(part -> part.named(context.ids().next(IdPrefix.ATTACHMENT)))
        .toList();
  }

  /**
   * Writes message, thread, Message-ID, search words and usage. Held mail is not indexed until
   * released. The caller has added the inbox's stored bytes and thereby locked the inbox.
   *
   * @param startsThread whether the thread id was generated for this message
   * @param isRegistered whether its Message-ID is known to belong to the thread
   */
  public void file(
      StoreTransaction tx,
      Message message,
      Filed filed,
      boolean startsThread,
      boolean isRegistered) {
    Scope inbox = message.scope();
    tx.messages().insert(message, filed.body());
    String baseSubject = filed.baseSubject();
    if (startsThread) {
      ThreadKeeper.start(tx, message, baseSubject);
    } else {
      ThreadKeeper.append(tx, message, baseSubject);
    }
    String rfcMessageId = message.headers().rfcMessageId();
    if (rfcMessageId != null && !isRegistered) {
      boolean isOurs = message.direction() == Direction.OUTBOUND;
      tx.threads().register(inbox, rfcMessageId, message.threadId(), isOurs);
    }
    if (!message.isHeld()) {
      index(tx, message, filed.words());
    }
    tx.count(
        inbox.organizationId(),
        inbox.podId(),
        inbox.inboxId(),
        context.today(),
        Counter.STORAGE_BYTES,
        message.size());
  }

  /** Adds a message to the search index. */
  static void index(StoreTransaction tx, Message message, Set<String> words) {
    SearchStore.Entry entry =
        new SearchStore.Entry(
            message.inboxId(), message.id(), message.threadId(), message.createdAt());
    tx.search().index(message.scope(), entry, words);
  }

  /** Records the author of an inbound message as a contact unless it is held or hidden. */
  public static void noteAuthor(StoreTransaction tx, Message message, Instant now) {
    MailAddress from = message.author();
    if (from != null && message.hiddenBits() == 0 && !message.isHeld()) {
      tx.contacts().note(message.scope(), Direction.INBOUND, List.of(from.key()), now);
    }
  }
}
