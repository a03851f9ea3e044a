package dev.agentmailbox.mime.write;

import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.mime.read.MailDates;
import dev.agentmailbox.mime.read.MessageIds;
import jakarta.mail.internet.InternetHeaders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.angus.mail.util.LineOutputStream;

/**
 * Composes a message: 7-bit, CRLF lines of at most 998 bytes, so that relays have no reason to
 * modify them and signatures stay valid. All strings are checked for control characters before, and
 * the header lines on the resulting bytes. Deterministic.
 */
public final class MimeWriter {
  /** First and last References written for a long thread. */
  private static final int FIRST_REFERENCES = 1;

  private static final int LAST_REFERENCES = 20;

  private static final Pattern FIELD_NAME = Pattern.compile("[!-9;-~]{1,76}");

  /** Fields written by this class, or never allowed. */
  private static final Set<String> OWN_FIELDS =
      Set.of(
          ("from sender reply-to to cc bcc resent-bcc subject date message-id in-reply-to references"
                  + " mime-version content-type content-transfer-encoding content-disposition"
                  + " content-id return-path received dkim-signature")
              .split(" "));

  private final SizedPart message;

  /**
   * Encodes everything but the attachments.
   *
   * @throws MailboxException {@code invalid_header} for control characters in header values, {@code
   *     validation_error} for an address that cannot be written; both name a path
   * @throws IllegalArgumentException the Message-ID or the name of an extra field is invalid
   */
  public MimeWriter(OutgoingMessage message) {
    InternetHeaders fields = fields(message);
    this.message = new PartBuilder(message).build().message(fields);
  }

  /** An upper bound for the size of {@link #compose}'s result in bytes. */
  public long maxSize() {
    return message.size() + "\r\n".length();
  }

  /** The final bytes of the whole message. */
  public byte[] compose() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream((int) maxSize());
    try (LineOutputStream out = new LineOutputStream(bytes)) {
      message.writeTo(out);
      if (message.isBase64()) {
        out.writeln();
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    byte[] composed = bytes.toByteArray();
    WireCheck.require(composed, message.headers());
    return composed;
  }

  private static InternetHeaders fields(OutgoingMessage message) {
    if (!MessageIds.isWritable(message.messageId())) {
      throw new IllegalArgumentException("message id cannot be written");
    }
    List<MailAddress> from = checked("from", List.of(message.from()));
    List<MailAddress> replyTo = checked("reply_to", List.of(message.replyTo()));
    List<MailAddress> to = checked("to", message.recipients().to());
    List<MailAddress> cc = checked("cc", message.recipients().cc());
    checked("bcc", message.recipients().bcc());
    InternetHeaders fields = new InternetHeaders();
    fields.setHeader("From", HeaderValues.addresses("From", from));
    fields.setHeader("Reply-To", HeaderValues.addresses("Reply-To", replyTo));
    if (!to.isEmpty()) {
      fields.setHeader("To", HeaderValues.addresses("To", to));
    } else if (cc.isEmpty()) {
      fields.setHeader("To", "undisclosed-recipients:;");
    }
    if (!cc.isEmpty()) {
      fields.setHeader("Cc", HeaderValues.addresses("Cc", cc));
    }
    String subject = message.content().subject();
    text(fields, "Subject", "subject", subject == null ? "" : subject);
    fields.setHeader("Date", MailDates.format(message.date()));
    fields.setHeader("Message-ID", message.messageId());
    threading(fields, message.ancestors());
    message.extraHeaders().forEach((name, value) -> extra(fields, name, value));
    for (int i = 0; i < message.content().attachments().size(); i++) {
      requireClean(message.content().attachments().get(i), "attachments[" + i + "]");
    }
    fields.setHeader("MIME-Version", "1.0");
    return fields;
  }

  private static void text(InternetHeaders fields, String name, String path, String value) {
    fields.setHeader(name, HeaderValues.text(name, HeaderText.requireClean(path, value)));
  }

  private static void threading(InternetHeaders fields, OutgoingMessage.Ancestors before) {
    String parent = before.inReplyTo();
    if (parent != null && MessageIds.isWritable(parent)) {
      fields.setHeader("In-Reply-To", parent);
    }
    List<String> ids =
        before.references().stream().filter(MessageIds::isWritable).distinct().toList();
    if (ids.size() > FIRST_REFERENCES + LAST_REFERENCES) {
      List<String> kept = new ArrayList<>(ids.subList(0, FIRST_REFERENCES));
      kept.addAll(ids.subList(ids.size() - LAST_REFERENCES, ids.size()));
      ids = kept;
    }
    if (!ids.isEmpty()) {
      fields.setHeader("References", HeaderValues.folded("References", ids));
    }
  }

  private static void extra(InternetHeaders fields, String name, String value) {
    boolean own = OWN_FIELDS.contains(name.toLowerCase(Locale.ROOT));
    if (own || !FIELD_NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("an extra field has a name that is not allowed");
    }
    text(fields, name, "headers." + name, value);
  }

  private static void requireClean(OutgoingAttachment attachment, String path) {
    HeaderText.requireClean(path + ".filename", attachment.filename());
    HeaderText.requireClean(path + ".content_type", attachment.contentType());
    String contentId = attachment.contentId();
    HeaderText.requireClean(path + ".content_id", contentId == null ? "" : contentId);
    String disposition = attachment.disposition();
    HeaderText.requireClean(path + ".content_disposition", disposition == null ? "" : disposition);
  }

  private static List<MailAddress> checked(String field, List<MailAddress> addresses) {
    List<MailAddress> ascii = new ArrayList<>(addresses.size());
    for (int i = 0; i < addresses.size(); i++) {
      MailAddress address = addresses.get(i);
      boolean single = field.equals("from") || field.equals("reply_to");
      String path = single ? field : field + "[" + i + "]";
      String name = address.name();
      HeaderText.requireClean(path, name == null ? "" : name);
      HeaderText.requireClean(path, address.address());
      try {
        ascii.add(new MailAddress(name, AddressParser.address(address.address())));
      } catch (IllegalArgumentException invalid) {
        throw MailboxException.validation(path, String.valueOf(invalid.getMessage()));
      }
    }
    return ascii;
  }
}
