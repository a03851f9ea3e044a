package dev.agentmailbox.service.message;

import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.Message;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Filter of a list of messages; all conditions must hold.
 *
 * @param labels required labels
 * @param include hidden mail to include
 * @param before created before; null for unbounded
 * @param after created at or after; null for unbounded
 * @param from substrings of the author
 * @param to substrings of a recipient
 * @param subject substrings of the subject
 */
public record MessageFilter(
    List<String> labels,
    Set<Hidden> include,
    @Nullable Instant before,
    @Nullable Instant after,
    List<String> from,
    List<String> to,
    List<String> subject) {
  /** Matches everything that is not hidden. */
  public static final MessageFilter ALL =
      new MessageFilter(List.of(), Set.of(), null, null, List.of(), List.of(), List.of());

  public MessageFilter {
    labels = List.copyOf(labels);
    include = Set.copyOf(include);
    from = lower(from);
    to = lower(to);
    subject = lower(subject);
  }

  private static List<String> lower(List<String> texts) {
    return texts.stream().map(text -> text.toLowerCase(Locale.ROOT)).toList();
  }

  public void requireValidLabels() {
    requireValidLabels(labels);
  }

  public static void requireValidLabels(Collection<String> labels) {
    if (!labels.stream().allMatch(Label::isValid)) {
      throw MailboxException.validation("query.labels", "contains a value that is not a label");
    }
  }

  /**
   * The label whose index range is read; the others are filtered. Custom labels are the most
   * selective.
   */
  static @Nullable String rarest(List<String> labels) {
    return labels.stream().min(Comparator.comparingInt(MessageFilter::commonness)).orElse(null);
  }

  private static int commonness(String label) {
    return switch (label) {
      case Label.RECEIVED, Label.SENT -> 3;
      case Label.UNREAD -> 2;
      default -> Label.isSystem(label) ? 1 : 0;
    };
  }

  /**
   * Whether a message matches.
   *
   * @param contentVisible false for a held message shown to a key: content filters do not match it,
   *     since they would leak its content
   */
  boolean matches(Message message, boolean contentVisible) {
    if (!message.labels().containsAll(labels)) {
      return false;
    }
    if (from.isEmpty() && to.isEmpty() && subject.isEmpty()) {
      return true;
    }
    return contentVisible
        && from.stream().allMatch(text -> names(Stream.ofNullable(message.author()), text))
        && to.stream().allMatch(text -> names(recipients(message), text))
        && subject.stream().allMatch(text -> contains(message.subject(), text));
  }

  private static Stream<MailAddress> recipients(Message message) {
    return Stream.of(message.headers().to(), message.headers().cc(), message.headers().bcc())
        .flatMap(List::stream);
  }

  private static boolean names(Stream<MailAddress> addresses, String text) {
    return addresses.anyMatch(address -> contains(address.display(), text));
  }

  static boolean contains(@Nullable String value, String lowerText) {
    return value != null && value.toLowerCase(Locale.ROOT).contains(lowerText);
  }
}
