package dev.agentmailbox.service.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.message.MessageHeaders;
import dev.agentmailbox.message.ThreadContent;
import dev.agentmailbox.mime.Subjects;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.message.ThreadStore.KnownReference;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the thread a new message belongs to: by References from last to first, then In-Reply-To,
 * then, for a subject with a reply prefix, the same base subject with a shared correspondent.
 */
public final class Threading {
  private static final Duration SUBJECT_WINDOW = Duration.ofDays(60);
  private static final int SUBJECT_CANDIDATES = 20;

  private Threading() {}

  /**
   * The thread of a new message.
   *
   * @param named mail of this service that it names by its Message-ID: only then can it be an
   *     answer to our mail
   */
  public record Found(String threadId, List<KnownReference> named) {
    public Found {
      named = List.copyOf(named);
    }
  }

  /** Finds the thread in this inbox for a new message. */
  public static Optional<Found> find(
      StoreTransaction tx, Scope inbox, ParsedMessage message, Instant now) {
    Optional<Found> byReference = byReference(tx, inbox, message.ancestors());
    return byReference.isPresent() ? byReference : bySubject(tx, inbox, message.headers(), now);
  }

  private static Optional<Found> byReference(
      StoreTransaction tx, Scope inbox, List<String> candidates) {
    if (candidates.isEmpty()) {
      return Optional.empty();
    }
    Map<String, KnownReference> known =
        tx.threads().known(inbox, candidates).stream()
            .collect(
                Collectors.toMap(
                    KnownReference::rfcMessageId, Function.identity(), (first, second) -> first));
    List<KnownReference> named = known.values().stream().filter(KnownReference::ours).toList();
    return candidates.stream()
        .map(known::get)
        .flatMap(Stream::ofNullable)
        .findFirst()
        .map(reference -> new Found(reference.threadId(), named));
  }

  private static Optional<Found> bySubject(
      StoreTransaction tx, Scope inbox, MessageHeaders headers, Instant now) {
    String subject = headers.subject();
    if (subject == null || !Subjects.hasReplyPrefix(subject)) {
      return Optional.empty();
    }
    String base = Subjects.normalize(subject);
    if (base.isEmpty()) {
      return Optional.empty();
    }
    Set<String> people = new HashSet<>();
    Stream.of(headers.from(), headers.to(), headers.cc())
        .flatMap(List::stream)
        .forEach(address -> people.add(address.key()));
    people.remove(inbox.id());
    return tx
        .threads()
        .withSubject(inbox, base, now.minus(SUBJECT_WINDOW), SUBJECT_CANDIDATES)
        .stream()
        .filter(thread -> sharesCorrespondent(thread, people))
        .findFirst()
        .map(thread -> new Found(thread.id(), List.of()));
  }

  private static boolean sharesCorrespondent(MailThread thread, Set<String> people) {
    ThreadContent content = thread.content();
    return Stream.concat(content.senders().stream(), content.recipients().stream())
        .map(Threading::bareAddress)
        .anyMatch(people::contains);
  }

  private static String bareAddress(String display) {
    int open = display.lastIndexOf('<');
    String address =
        open >= 0 && display.endsWith(">")
            ? display.substring(open + 1, display.length() - 1)
            : display;
    return address.toLowerCase(Locale.ROOT);
  }
}
