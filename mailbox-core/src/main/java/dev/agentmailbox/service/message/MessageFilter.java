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
 * Which messages of a list; everything given must hold.
 *
 * @param labels all of them
 * @param include hidden mail to show as well
 * @param before stored before
 * @param after stored at or after
 * @param from texts that must occur in the author
 * @param to texts that must occur in a recipient
 * @param subject texts that must occur in the subject
 */
public record MessageFilter(
    List<String> labels,
    Set<Hidden> include,
    @Nullable Instant before,
    @Nullable Instant after,
    List<String> from,
    List<String> to,
    List<String> subject) {
  /** Everything that is not hidden. */
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
      throw MailboxException.validation("query.labels", "has a text that can be no label");
    }
  }

  /** The label whose range is read; the rest is filtered. Custom labels are the rarest. */
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
   * Whether a message passes.
   *
   * @param contentVisible false for a held message shown to a key: it matches no content filter, or
   *     the filter would tell what it says
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
