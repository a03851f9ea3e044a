package dev.agentmailbox.jakarta;

import dev.agentmailbox.service.sending.AttachmentInput;
import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.Part;
import jakarta.mail.internet.ContentType;
import jakarta.mail.internet.MimePart;
import jakarta.mail.internet.MimeUtility;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Bodies and attachments of a message: the first plain text and the first HTML without file name
 * are the bodies, every other part is an attachment. Iterative, because the message may be
 * untrusted.
 */
final class MimeContent {
  @Nullable String text;
  @Nullable String html;
  final List<AttachmentInput> files = new ArrayList<>();

  private MimeContent() {}

  /**
   * Parses a message.
   *
   * @throws MessagingException a part cannot be read
   */
  static MimeContent of(Part message) throws MessagingException {
    MimeContent content = new MimeContent();
    Deque<Part> parts = new ArrayDeque<>(List.of(message));
    try {
      while (!parts.isEmpty()) {
        Part part = parts.pop();
        if (part.isMimeType("multipart/*") && part.getContent() instanceof Multipart multipart) {
          for (int i = multipart.getCount() - 1; i >= 0; i--) {
            parts.push(multipart.getBodyPart(i));
          }
        } else {
          content.add(part);
        }
      }
    } catch (IOException e) {
      throw new MessagingException("a part cannot be read", e);
    }
    return content;
  }

  private void add(Part part) throws MessagingException, IOException {
    boolean body =
        part.getFileName() == null && !Part.ATTACHMENT.equalsIgnoreCase(part.getDisposition());
    if (body && text == null && part.isMimeType("text/plain")) {
      text = part.getContent().toString();
    } else if (body && html == null && part.isMimeType("text/html")) {
      html = part.getContent().toString();
    } else {
      files.add(file(part));
    }
  }

  private static AttachmentInput file(Part part) throws MessagingException, IOException {
    String name = part.getFileName();
    String disposition = part.getDisposition();
    String id = part instanceof MimePart mime ? mime.getContentID() : null;
    try (InputStream in = part.getInputStream()) {
      return new AttachmentInput(
          name == null ? null : MimeUtility.decodeText(name),
          new ContentType(part.getContentType()).getBaseType().toLowerCase(Locale.ROOT),
          Base64.getEncoder().encodeToString(in.readAllBytes()),
          disposition == null ? null : disposition.toLowerCase(Locale.ROOT),
          id == null ? null : id.replaceAll("^<|>$", ""),
          null);
    }
  }
}
