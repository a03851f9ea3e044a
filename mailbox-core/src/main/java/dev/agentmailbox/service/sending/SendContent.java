package dev.agentmailbox.service.sending;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.mime.read.ParsedAttachment;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.service.message.Messages;
import dev.agentmailbox.service.sending.release.ContentHash;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stored bytes of sends. What cannot be read now is {@code upstream_unavailable}, what was
 * deleted {@code gone}. Thread safe.
 */
final class SendContent {
  private static final Logger LOG = LoggerFactory.getLogger(SendContent.class);

  private final MailboxContext context;
  private final MimeReader reader = new MimeReader();

  SendContent(MailboxContext context) {
    this.context = context;
  }

  RawMessage of(Send send) {
    return find(send)
        .orElseThrow(() -> MailboxException.of(ErrorCode.GONE, "the mail is no longer stored"));
  }

  /** As its recipients get it. */
  ParsedMessage parsed(Send send) {
    return reader.read(of(send));
  }

  /** Opens an attachment by its part path; {@code not_found} when there is none. */
  Messages.Download open(Send send, String partPath) throws IOException {
    RawMessage content = of(send);
    ParsedAttachment file =
        new PendingMail(send, reader.read(content), List.of())
            .file(partPath)
            .orElseThrow(() -> MailboxException.notFound("attachment"));
    String filename = file.filename();
    return new Messages.Download(
        filename == null ? "attachment" : filename,
        file.contentType(),
        file.size(),
        reader.openPart(content, partPath));
  }

  /** The bytes must be those that the send was checked with. */
  void requireUnchanged(Send send) {
    try {
      Optional<RawMessage> content = find(send);
      if (content.isEmpty() || !ContentHash.of(content.get()).equals(send.mail().contentHash())) {
        throw changed();
      }
    } catch (IOException storage) {
      throw unreadable(storage);
    }
  }

  static MailboxException changed() {
    return MailboxException.conflict(
        "content_changed", "the stored message is not the one the approval was requested for");
  }

  /** Deletes bytes that nobody will send; what a failure leaves is swept at the next start. */
  void discard(Send send) {
    try {
      context.store().content().delete(send.mail().contentKey());
    } catch (IOException storage) {
      LOG.warn("content {} could not be deleted", send.mail().contentKey(), storage);
    }
  }

  private Optional<RawMessage> find(Send send) {
    try {
      return context.store().content().find(send.mail().contentKey());
    } catch (IOException storage) {
      throw unreadable(storage);
    }
  }

  static MailboxException unreadable(IOException storage) {
    return MailboxException.of(
            ErrorCode.UPSTREAM_UNAVAILABLE, "mail content cannot be read right now")
        .causedBy(storage);
  }
}
