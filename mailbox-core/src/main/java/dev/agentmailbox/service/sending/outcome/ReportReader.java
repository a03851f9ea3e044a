package dev.agentmailbox.service.sending.outcome;

import static java.util.stream.Collectors.joining;

import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.mime.read.OpenMessage;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.mime.read.TextPart;
import dev.agentmailbox.service.sending.outcome.Report.Action;
import dev.agentmailbox.service.sending.outcome.Report.Entry;
import dev.agentmailbox.service.sending.outcome.Report.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Detects and parses bounces and complaints: the machine-readable part if there is one, otherwise
 * the prose. Pure; bounded by the limits of {@code TextParts}.
 */
public final class ReportReader {
  private final ParsedMessage message;
  private final boolean nullSender;
  private final List<TextPart> parts;
  private final ReturnedMail returned = new ReturnedMail();

  private ReportReader(ParsedMessage message, boolean nullSender, List<TextPart> parts) {
    this.message = message;
    this.nullSender = nullSender;
    this.parts = parts;
  }

  /**
   * Parses a message.
   *
   * @param returnPath its envelope's; empty for the null sender
   * @throws IOException the raw bytes cannot be read; never because of their content
   */
  public static Report read(OpenMessage message, String returnPath) throws IOException {
    return new ReportReader(message.parsed(), returnPath.isEmpty(), message.texts()).read();
  }

  /** Whether the header suggests a report. */
  public static boolean isLikely(ParsedMessage message) {
    return message.header("X-Failed-Recipients").isPresent() || BounceMarkers.isFromDaemon(message);
  }

  private Report read() {
    PlainTextReport prose = new PlainTextReport(proseText(), strangers());
    parts.stream()
        .filter(TextPart::isMessage)
        .forEach(part -> returned.header(HeaderBlock.header(part.text())));
    returned.header(prose.returnedHeader());
    List<TextPart> feedback = shallowest("message/feedback-report");
    if (!feedback.isEmpty()) {
      return complaint(Feedback.of(feedback.get(0).text()));
    }
    if (isOldComplaint()) {
      return new Report(Kind.COMPLAINT, Feedback.of("").entries(), returned.toOriginal());
    }
    List<Entry> entries = new ArrayList<>();
    for (TextPart part : statusParts()) {
      entries.addAll(DeliveryStatus.entries(unquoted(part.text()), prose::about));
    }
    if (entries.isEmpty() && BounceMarkers.isBounce(message, prose.text(), nullSender)) {
      Action action = BounceMarkers.isDelay(message, prose.text()) ? Action.DELAYED : Action.FAILED;
      entries.addAll(prose.entries(failedRecipients(), action));
    }
    return entries.isEmpty()
        ? new Report(Kind.OTHER, List.of(), returned.toOriginal())
        : new Report(Kind.DELIVERY, entries, returned.toOriginal());
  }

  private Report complaint(Feedback feedback) {
    returned.returnPath(feedback.returnPath());
    return feedback.isComplaint()
        ? new Report(Kind.COMPLAINT, feedback.entries(), returned.toOriginal())
        : new Report(Kind.OTHER, List.of(), returned.toOriginal());
  }

  /** The format one large provider used before RFC 5965, and still uses. */
  private boolean isOldComplaint() {
    String subject = message.headers().subject();
    return subject != null
        && subject.toLowerCase(Locale.ROOT).startsWith("complaint about message from")
        && parts.stream().anyMatch(TextPart::isMessage);
  }

  private List<TextPart> statusParts() {
    List<TextPart> status = shallowest("message/delivery-status", "message/global-delivery-status");
    if (!status.isEmpty()) {
      return status;
    }
    // Some gateways convert every part to plain text.
    return parts.stream()
        .filter(part -> part.mediaType().startsWith("text/") && !part.isMessage())
        .filter(part -> part.text().contains("Final-Recipient:"))
        .limit(1)
        .toList();
  }

  /** Removes quoting from a forwarded report. */
  private static String unquoted(String text) {
    return text.contains("> Final-Recipient:")
        ? text.lines().map(l -> l.startsWith("> ") ? l.substring(2) : l).collect(joining("\n"))
        : text;
  }

  private List<TextPart> shallowest(String... mediaTypes) {
    Set<String> wanted = Set.of(mediaTypes);
    List<TextPart> found = parts.stream().filter(p -> wanted.contains(p.mediaType())).toList();
    int nesting = found.stream().mapToInt(TextPart::nesting).min().orElse(0);
    return found.stream().filter(p -> p.nesting() == nesting).toList();
  }

  /** Plain text of the message itself; HTML only when there is none. */
  private String proseText() {
    String plain = joined("text/plain");
    return plain.isBlank() ? joined("text/html") : plain;
  }

  private String joined(String mediaType) {
    return parts.stream()
        .filter(part -> part.nesting() == 0 && part.mediaType().equals(mediaType))
        .map(TextPart::text)
        .collect(joining("\n"));
  }

  private Set<String> strangers() {
    return Stream.of(message.headers().from(), message.headers().to(), message.headers().cc())
        .flatMap(List::stream)
        .map(MailAddress::key)
        .collect(Collectors.toCollection(HashSet::new));
  }

  private Set<String> failedRecipients() {
    return message.header("X-Failed-Recipients").map(Addresses::in).orElse(Set.of());
  }
}
