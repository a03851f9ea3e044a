package dev.agentmailbox.mime.read;

import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.MessageHeaders;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A parsed message. RFC 5322 ids are in angle brackets.
 *
 * @param fields in message order, at most {@link MimeScanner#MAX_FIELDS}
 * @param headers at most {@link MessageIds#MAX_REFERENCES} references
 * @param text with LF line ends, converted from the HTML when there is no plain text; at most 1 MiB
 *     of UTF-8
 * @param html null when there is none; at most 1 MiB of UTF-8
 * @param defects empty for well-formed mail
 */
public record ParsedMessage(
    List<HeaderField> fields,
    MessageHeaders headers,
    List<MailAddress> replyTo,
    @Nullable Instant date,
    @Nullable String text,
    @Nullable String html,
    List<ParsedAttachment> attachments,
    Set<MimeDefect> defects) {
  /** Most fields in {@link #headerMap}. */
  public static final int MAX_MAPPED_FIELDS = 200;

  /** Most domains of authors that are judged. */
  public static final int MAX_AUTHOR_DOMAINS = 8;

  private static final Set<String> BULK_PRECEDENCE = Set.of("bulk", "list", "junk", "auto_reply");
  private static final List<String> AUTOMATIC_FIELDS =
      List.of(
          "List-Id",
          "List-Unsubscribe",
          "X-Auto-Response-Suppress",
          "X-Autoreply",
          "X-Autorespond",
          "Feedback-ID");

  public ParsedMessage {
    fields = List.copyOf(fields);
    replyTo = List.copyOf(replyTo);
    attachments = List.copyOf(attachments);
    defects = Set.copyOf(defects);
  }

  /**
   * Domains that a reader could take for that of an author, canonical and in lower case: those of
   * all authors, and when it is unclear who they are, those of everything in From that looks like
   * an address. More than {@link #MAX_AUTHOR_DOMAINS} are as many as that and one.
   */
  public Set<String> authorDomains() {
    Set<String> domains = new LinkedHashSet<>();
    headers.from().stream()
        .filter(author -> author.address().indexOf('@') >= 0)
        .forEach(author -> domains.add(author.domain()));
    if (defects.contains(MimeDefect.UNCLEAR_AUTHOR)) {
      fields.stream()
          .filter(field -> field.name().equalsIgnoreCase("From"))
          .forEach(field -> AddressList.domains(field.value(), domains));
    }
    return domains.stream().limit(MAX_AUTHOR_DOMAINS + 1L).collect(Collectors.toSet());
  }

  /** The first field with that name, case-insensitive. */
  public Optional<String> header(String name) {
    return fields.stream()
        .filter(field -> field.name().equalsIgnoreCase(name))
        .map(HeaderField::value)
        .findFirst();
  }

  /**
   * Ids of the messages that it follows, nearest first: References from the last to the first, then
   * those of In-Reply-To in the same order.
   */
  public List<String> ancestors() {
    List<String> ids = new ArrayList<>(MessageIds.all(inReplyTo(), MessageIds.MAX_REFERENCES));
    ids.addAll(headers.references());
    Collections.reverse(ids);
    return ids;
  }

  private String inReplyTo() {
    return fields.stream()
        .filter(field -> field.name().equalsIgnoreCase("In-Reply-To"))
        .map(HeaderField::value)
        .collect(Collectors.joining(" "));
  }

  /**
   * The first {@link #MAX_MAPPED_FIELDS} fields by lower-case name; values of repeated fields are
   * joined with newlines.
   */
  public Map<String, String> headerMap() {
    Map<String, String> map = new LinkedHashMap<>();
    fields.stream()
        .limit(MAX_MAPPED_FIELDS)
        .forEach(
            field ->
                map.merge(
                    field.name().toLowerCase(Locale.ROOT),
                    field.value(),
                    (before, next) -> before + "\n" + next));
    return map;
  }

  /**
   * Whether it was sent by software or a list rather than a person (RFC 3834 section 5 and common
   * practice).
   */
  public boolean isAutomatic() {
    Optional<String> auto = header("Auto-Submitted").map(AutoReplies::firstWord);
    if (auto.isPresent() && !auto.get().equals("no")) {
      return true;
    }
    Optional<String> precedence = header("Precedence").map(AutoReplies::firstWord);
    if (precedence.isPresent() && BULK_PRECEDENCE.contains(precedence.get())) {
      return true;
    }
    return AUTOMATIC_FIELDS.stream().anyMatch(name -> header(name).isPresent());
  }

  /** Whether it is a multipart/report (RFC 6522): a bounce, a complaint or another notification. */
  public boolean isReport() {
    return header("Content-Type")
        .map(value -> HeaderValue.parse(value).value().equals("multipart/report"))
        .orElse(false);
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "ParsedMessage[" + fields.size() + " fields, defects " + defects + "]";
  }
}
