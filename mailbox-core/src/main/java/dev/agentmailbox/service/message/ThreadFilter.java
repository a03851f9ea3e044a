package dev.agentmailbox.service.message;

import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.message.ThreadContent;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Filter of a list of threads; all conditions must hold.
 *
 * @param labels required labels
 * @param include hidden mail to include
 * @param before last message before; null for unbounded
 * @param after last message at or after; null for unbounded
 * @param senders substrings of a sender
 * @param recipients substrings of a recipient
 * @param subject substrings of the subject
 */
public record ThreadFilter(
    List<String> labels,
    Set<Hidden> include,
    @Nullable Instant before,
    @Nullable Instant after,
    List<String> senders,
    List<String> recipients,
    List<String> subject) {
  /** Matches everything that is not hidden. */
  public static final ThreadFilter ALL =
      new ThreadFilter(List.of(), Set.of(), null, null, List.of(), List.of(), List.of());

  public ThreadFilter {
    labels = List.copyOf(labels);
    include = Set.copyOf(include);
    senders = lower(senders);
    recipients = lower(recipients);
    subject = lower(subject);
  }

  private static List<String> lower(List<String> texts) {
    return texts.stream().map(text -> text.toLowerCase(Locale.ROOT)).toList();
  }

  boolean matches(MailThread thread) {
    ThreadContent content = thread.content();
    return thread.labels().containsAll(labels)
        && senders.stream().allMatch(text -> anyContains(content.senders(), text))
        && recipients.stream().allMatch(text -> anyContains(content.recipients(), text))
        && subject.stream().allMatch(text -> MessageFilter.contains(content.subject(), text));
  }

  private static boolean anyContains(List<String> names, String text) {
    return names.stream().anyMatch(name -> MessageFilter.contains(name, text));
  }
}
