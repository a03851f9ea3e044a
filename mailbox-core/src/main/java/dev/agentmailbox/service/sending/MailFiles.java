package dev.agentmailbox.service.sending;

import dev.agentmailbox.mime.write.OutgoingAttachment;
import dev.agentmailbox.service.sending.release.SendRequest;
import java.util.ArrayList;
import java.util.List;

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
