package dev.agentmailbox.service.sending;

import dev.agentmailbox.draft.DraftAttachment;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.write.OutgoingAttachment;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StorageFullException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads and writes the content of draft attachments, outside any transaction. Thread safe. */
public final class DraftFiles {
  private static final Logger LOG = LoggerFactory.getLogger(DraftFiles.class);

  private final MailboxContext context;

  public DraftFiles(MailboxContext context) {
    this.context = context;
  }

  /**
   * Makes uploaded attachments durable. The caller discards them if no row will reference them.
   *
   * @throws MailboxException {@code upstream_unavailable}; then nothing is stored
   */
  public List<DraftAttachment> keep(List<OutgoingAttachment> files) {
    requireRoom();
    List<DraftAttachment> kept = new ArrayList<>();
    for (OutgoingAttachment file : files) {
      try {
        kept.add(keep(file));
      } catch (IOException storage) {
        discard(kept);
        throw unavailable(storage);
      }
    }
    return kept;
  }

  /** Also for a draft without attachments: its text takes space too. */
  private void requireRoom() {
    try {
      context.store().content().requireRoom();
    } catch (StorageFullException full) {
      throw unavailable(full);
    }
  }

  private DraftAttachment keep(OutgoingAttachment file) throws IOException {
    try (ContentStore.Spool spool = context.store().content().spool()) {
      spool.out().write(file.content());
      return new DraftAttachment(
          new Attachment(
              context.ids().next(IdPrefix.ATTACHMENT),
              "",
              file.filename(),
              file.size(),
              file.contentType(),
              file.disposition(),
              file.contentId()),
          spool.keep());
    }
  }

  /** Deletes unreferenced content; failures are left to the next sweep. */
  public void discard(List<DraftAttachment> files) {
    for (DraftAttachment file : files) {
      try {
        context.store().content().delete(file.contentKey());
      } catch (IOException storage) {
        LOG.warn("content {} could not be deleted", file.contentKey(), storage);
      }
    }
  }

  /**
   * Reads the attachments a mail takes from drafts. Those that cannot fit the size limit are not
   * read.
   *
   * @throws MailboxException {@code upstream_unavailable} when content cannot be read
   */
  MailFiles read(List<DraftAttachment> files) {
    long bytes = files.stream().mapToLong(file -> file.file().size()).sum();
    return MailFiles.canFit(files.size(), bytes)
        ? new MailFiles(files.stream().map(this::outgoing).toList(), 0, 0)
        : new MailFiles(List.of(), files.size(), bytes);
  }

  private OutgoingAttachment outgoing(DraftAttachment file) {
    Attachment named = file.file();
    try (InputStream bytes = content(file).open()) {
      return new OutgoingAttachment(
          Optional.ofNullable(named.filename()).orElse(AttachmentInput.DEFAULT_FILENAME),
          named.contentType(),
          named.disposition(),
          named.contentId(),
          bytes.readAllBytes());
    } catch (IOException storage) {
      throw unavailable(storage);
    }
  }

  /** The stored bytes of an attachment. */
  public RawMessage content(DraftAttachment file) throws IOException {
    return context
        .store()
        .content()
        .find(file.contentKey())
        .orElseThrow(() -> new IOException("content of " + file.id() + " is missing"));
  }

  private static MailboxException unavailable(IOException cause) {
    return StorageFullException.refusal(cause, "the content of a draft is not available right now");
  }
}
