package dev.agentmailbox.service.sending;

import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.mime.html.UnreadableHtmlException;
import dev.agentmailbox.mime.write.MimeWriter;
import dev.agentmailbox.mime.write.OutgoingMessage;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StorageFullException;
import dev.agentmailbox.sending.ComposedMail;
import dev.agentmailbox.sending.ReturnPath;
import dev.agentmailbox.service.sending.release.Evidence;
import dev.agentmailbox.service.sending.release.Evidence.Trait;
import dev.agentmailbox.service.sending.release.Fingerprint;
import dev.agentmailbox.service.sending.release.SendRequest;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** Writes a composed message, examines it and makes its bytes durable. Thread safe. */
final class MailBytes {
  private final MailboxContext context;
  private final Inbox inbox;
  private final List<String> labels;

  /**
   * Writes mails of one inbox.
   *
   * @param labels of the sent copy
   */
  MailBytes(MailboxContext context, Inbox inbox, List<String> labels) {
    this.context = context;
    this.inbox = inbox;
    this.labels = labels.stream().distinct().toList();
  }

  /**
   * Writes the message if it may fit.
   *
   * @param written what the author wrote of it
   * @param texts what the author supplies beside the message
   * @param traits those of the content are added
   * @param isKept whether the bytes are stored; the caller discards them if no row references them
   * @throws MailboxException {@code upstream_unavailable} when the content cannot be stored, {@code
   *     validation_error} for HTML over a limit of {@code BoundedHtml}
   */
  ComposedMail write(
      OutgoingMessage message,
      MailFiles files,
      OutgoingMessage.Content written,
      List<String> texts,
      Set<Trait> traits,
      boolean isKept) {
    try {
      MimeWriter writer = new MimeWriter(message);
      long size = writer.maxSize() + files.unreadSize();
      if (!MailFiles.canFit(files.count(), files.unreadBytes())) {
        return none(message, size);
      }
      traits.addAll(Evidence.traits(message, written, texts));
      String fingerprint = Fingerprint.of(message);
      if (size > SendRequest.MAX_BYTES) {
        return composed(message, "", "", fingerprint, size);
      }
      byte[] bytes = writer.compose();
      String contentKey = isKept ? keep(bytes) : "";
      return composed(message, contentKey, Sha256.hex(bytes), fingerprint, bytes.length);
    } catch (UnreadableHtmlException over) {
      throw over.refusal("html");
    }
  }

  /** A message that is not written, because an earlier check refuses it. */
  ComposedMail none(OutgoingMessage message, long size) {
    return composed(message, "", "", "", size);
  }

  private ComposedMail composed(
      OutgoingMessage message,
      String contentKey,
      String contentHash,
      String fingerprint,
      long size) {
    return new ComposedMail(
        message.messageId(),
        ReturnPath.ofSend(
            inbox.organizationId(),
            context.ids().token(ReturnPath.TOKEN_CHARACTERS),
            inbox.domain()),
        contentKey,
        contentHash,
        fingerprint,
        size,
        message.content().subject(),
        labels);
  }

  private String keep(byte[] bytes) {
    try (ContentStore.Spool spool = context.store().content().spool()) {
      spool.out().write(bytes);
      return spool.keep();
    } catch (IOException storage) {
      throw unavailable(storage);
    }
  }

  /** Deletes the content of a mail that will not be sent. */
  static void discard(ContentStore content, ComposedMail mail) {
    if (mail.contentKey().isEmpty()) {
      return;
    }
    try {
      content.delete(mail.contentKey());
    } catch (IOException storage) {
      throw unavailable(storage);
    }
  }

  private static MailboxException unavailable(IOException cause) {
    return StorageFullException.refusal(cause, "mail content cannot be stored right now");
  }
}
