package dev.agentmailbox.service.sending;

import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.read.LeafPart;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.mime.read.OpenMessage;
import dev.agentmailbox.mime.write.HeaderText;
import dev.agentmailbox.mime.write.OutgoingAttachment;
import dev.agentmailbox.service.sending.release.SendRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Attachments of a mail. Those that cannot fit a message are counted, but not read.
 *
 * @param unreadBytes before encoding
 */
record MailFiles(List<OutgoingAttachment> read, int unread, long unreadBytes) {
  static final MailFiles NONE = new MailFiles(List.of(), 0, 0);

  /** Approximate size of a part's boundary and header, in bytes. */
  private static final int PART_BYTES = 200;

  MailFiles {
    read = List.copyOf(read);
  }

  /** Whether attachments of this size can fit a message. */
  static boolean canFit(int count, long bytes) {
    return count <= SendRequest.MAX_ATTACHMENTS && bytes <= SendRequest.MAX_BYTES;
  }

  /**
   * Reads attachments of a stored message, in their order.
   *
   * @throws IOException the content cannot be read, or has no such part
   */
  static List<OutgoingAttachment> read(RawMessage raw, List<Attachment> files) throws IOException {
    Map<String, Attachment> wanted = new HashMap<>();
    files.forEach(file -> wanted.put(file.partPath(), file));
    Map<String, OutgoingAttachment> found = new HashMap<>();
    try (OpenMessage open = new MimeReader().open(raw)) {
      open.visit(
          (part, bytes) -> {
            Attachment file = wanted.get(part.path());
            if (file != null) {
              found.put(part.path(), outgoing(file, part, bytes.readAllBytes()));
            }
          });
    }
    List<OutgoingAttachment> inOrder = new ArrayList<>();
    for (Attachment file : files) {
      OutgoingAttachment read = found.get(file.partPath());
      if (read == null) {
        throw new IOException("part " + file.partPath() + " of a stored message is missing");
      }
      inOrder.add(read);
    }
    return inOrder;
  }

  private static OutgoingAttachment outgoing(Attachment file, LeafPart part, byte[] content) {
    return new OutgoingAttachment(
        HeaderText.clean(
            Optional.ofNullable(file.filename()).orElse(AttachmentInput.DEFAULT_FILENAME)),
        HeaderText.clean(part.type().text()),
        file.disposition(),
        file.contentId() == null ? null : HeaderText.clean(file.contentId()),
        content);
  }

  /** Appends attachments. */
  MailFiles and(MailFiles more) {
    List<OutgoingAttachment> all = new ArrayList<>(read);
    all.addAll(more.read);
    return new MailFiles(all, unread + more.unread, unreadBytes + more.unreadBytes);
  }

  int count() {
    return read.size() + unread;
  }

  /** Base64 size of unread files, in lines of 76 characters (RFC 2045 section 6.8). */
  long unreadSize() {
    long base64 = (unreadBytes + 2) / 3 * 4;
    return base64 + base64 / 76 * 2 + (long) unread * PART_BYTES;
  }
}
