package dev.agentmailbox.mime.write;

import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.mime.read.MessageIds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Composes a message: 7-bit, CRLF lines of at most 998 bytes, so that relays have no reason to
 * modify them and signatures stay valid. All strings are checked for control characters before, and
 * the header lines on the resulting bytes. Deterministic.
 */
public final class MimeWriter {
  /** First and last References written for a long thread. */
  private static final int FIRST_REFERENCES = 1;

  private static final int LAST_REFERENCES = 20;

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, d MMM uuuu HH:mm:ss Z", Locale.ENGLISH);
  private static final Pattern FIELD_NAME = Pattern.compile("[!-9;-~]{1,76}");

  /** Fields written by this class, or never allowed. */
  private static final Set<String> OWN_FIELDS =
      Set.of(
          "from",
          "sender",
          "reply-to",
          "to",
          "cc",
          "bcc",
          "resent-bcc",
          "subject",
          "date",
          "message-id",
          "in-reply-to",
          "references",
          "mime-version",
          "content-type",
          "content-transfer-encoding",
          "content-disposition",
          "content-id",
          "return-path",
          "received",
          "dkim-signature");

  private final HeaderWriter header;
  private final Entity body;

  /**
   * Encodes everything but the attachments.
   *
   * @throws MailboxException {@code invalid_header} for control characters in header values, {@code
   *     validation_error} for an address that cannot be written; both name a path
   * @throws IllegalArgumentException the Message-ID or the name of an extra field is invalid
   */
  public MimeWriter(OutgoingMessage message) {
    this.header = header(message);
    this.body = new EntityBuilder(message).build();
  }

  /** An upper bound for the size of {@link #compose}'s result in bytes. */
  public long maxSize() {
    return header.text().length() + body.header().length() + 2 + body.bodySize() + 2;
  }

  /** The final bytes of the whole message. */
  public byte[] compose() {
    ByteArrayOutputStream out = new ByteArrayOutputStream((int) maxSize());
    try {
      ascii(out, header.text() + body.header() + Entity.CRLF);
      body.writeBody(out);
      if (needsLineEnd(body)) {
        ascii(out, Entity.CRLF);
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    byte[] bytes = out.toByteArray();
    List<String> names = new ArrayList<>(header.names());
    body.header()
        .lines()
        .filter(line -> !line.startsWith(" "))
        .map(MimeWriter::name)
        .forEach(names::add);
    WireCheck.require(bytes, names);
    return bytes;
  }

  private static boolean needsLineEnd(Entity body) {
    // The other kinds end with a line end already.
    return body instanceof Entity.Binary;
  }

  private static HeaderWriter header(OutgoingMessage message) {
    if (!MessageIds.isWritable(message.messageId())) {
      throw new IllegalArgumentException("message id cannot be written");
    }
    HeaderWriter header = new HeaderWriter();
    header.addresses("From", checked("from", List.of(message.from())));
    header.addresses("Reply-To", checked("reply_to", List.of(message.replyTo())));
    List<MailAddress> to = checked("to", message.recipients().to());
    List<MailAddress> cc = checked("cc", message.recipients().cc());
    checked("bcc", message.recipients().bcc());
    if (!to.isEmpty()) {
      header.addresses("To", to);
    } else if (cc.isEmpty()) {
      header.words("To", List.of("undisclosed-recipients:;"));
    }
    if (!cc.isEmpty()) {
      header.addresses("Cc", cc);
    }
    String subject = Optional.ofNullable(message.content().subject()).orElse("");
    header.unstructured("Subject", HeaderText.requireClean("subject", subject));
    header.words("Date", List.of(DATE.format(message.date().atOffset(ZoneOffset.UTC))));
    header.words("Message-ID", List.of(message.messageId()));
    threading(header, message.ancestors());
    extra(header, message.extraHeaders());
    for (int i = 0; i < message.content().attachments().size(); i++) {
      requireClean(message.content().attachments().get(i), "attachments[" + i + "]");
    }
    header.words("MIME-Version", List.of("1.0"));
    return header;
  }

  private static void threading(HeaderWriter header, OutgoingMessage.Ancestors before) {
    String parent = before.inReplyTo();
    if (parent != null && MessageIds.isWritable(parent)) {
      header.words("In-Reply-To", List.of(parent));
    }
    List<String> ids =
        before.references().stream().filter(MessageIds::isWritable).distinct().toList();
    if (ids.size() > FIRST_REFERENCES + LAST_REFERENCES) {
      List<String> kept = new ArrayList<>(ids.subList(0, FIRST_REFERENCES));
      kept.addAll(ids.subList(ids.size() - LAST_REFERENCES, ids.size()));
      ids = kept;
    }
    if (!ids.isEmpty()) {
      header.words("References", ids);
    }
  }

  private static void extra(HeaderWriter header, Map<String, String> fields) {
    fields.forEach(
        (name, value) -> {
          boolean own = OWN_FIELDS.contains(name.toLowerCase(Locale.ROOT));
          if (own || !FIELD_NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("an extra field has a name that is not allowed");
          }
          header.unstructured(name, HeaderText.requireClean("headers." + name, value));
        });
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

  private static String name(String line) {
    return line.substring(0, line.indexOf(':'));
  }

  private static void ascii(ByteArrayOutputStream out, String text) {
    out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
  }
}
