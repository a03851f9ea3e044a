package dev.agentmailbox.mime.read;

import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.MessageHeaders;
import dev.agentmailbox.mime.Texts;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Parses the fields of a message header (RFC 5322 section 3.6). */
final class HeaderReader {
  private final List<RawField> fields;
  private final Set<MimeDefect> defects;

  private HeaderReader(List<RawField> fields, Set<MimeDefect> defects) {
    this.fields = fields;
    this.defects = defects;
  }

  static HeaderReader read(List<RawField> fields, Set<MimeDefect> defects) {
    return new HeaderReader(fields, defects);
  }

  ParsedMessage toMessage(
      @Nullable String text,
      @Nullable String html,
      List<ParsedAttachment> attachments,
      Set<MimeDefect> bodyDefects) {
    return new ParsedMessage(
        decoded(), headers(), addresses("Reply-To"), date(), text, html, attachments, bodyDefects);
  }

  private MessageHeaders headers() {
    return new MessageHeaders(
        firstId("Message-ID"),
        AddressList.authors(joined("From", ","), defects),
        addresses("To"),
        addresses("Cc"),
        addresses("Bcc"),
        subject(),
        MessageIds.parent(ids("In-Reply-To")),
        MessageIds.all(ids("References"), MessageIds.MAX_REFERENCES));
  }

  private List<HeaderField> decoded() {
    return fields.stream()
        .map(
            field ->
                new HeaderField(
                    field.name(), Texts.oneHeaderLine(EncodedWords.decode(field.value()))))
        .toList();
  }

  /** Addresses of all fields with that name. */
  private List<MailAddress> addresses(String name) {
    return AddressList.parse(joined(name, ","), defects);
  }

  private @Nullable String subject() {
    String value = first("Subject");
    return value == null ? null : Texts.oneHeaderLine(EncodedWords.decode(value));
  }

  private @Nullable String firstId(String name) {
    String value = first(name);
    return value == null ? null : MessageIds.first(EncodedWords.decode(value));
  }

  /** Values of all fields with that name; some programs encode long ids as if they were words. */
  private String ids(String name) {
    return fields.stream()
        .filter(field -> field.name().equalsIgnoreCase(name))
        .map(field -> EncodedWords.decode(field.value()))
        .collect(Collectors.joining(" "));
  }

  private @Nullable Instant date() {
    String value = first("Date");
    Instant date = value == null ? null : MailDates.parse(value);
    if (value != null && date == null) {
      defects.add(MimeDefect.BAD_DATE);
    }
    return date;
  }

  private @Nullable String first(String name) {
    for (RawField field : fields) {
      if (field.name().equalsIgnoreCase(name)) {
        return field.value();
      }
    }
    return null;
  }

  private String joined(String name, String separator) {
    return fields.stream()
        .filter(field -> field.name().equalsIgnoreCase(name))
        .map(RawField::value)
        .collect(Collectors.joining(separator));
  }
}
