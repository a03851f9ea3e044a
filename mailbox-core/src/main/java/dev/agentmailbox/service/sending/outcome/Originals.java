package dev.agentmailbox.service.sending.outcome;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.message.MessageStore.MessageRange;
import dev.agentmailbox.port.message.ThreadStore.KnownReference;
import dev.agentmailbox.sending.ReturnPath;
import dev.agentmailbox.sending.Send;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the send a report is about when the report was not sent to its return path: by the return
 * path or Message-ID it quotes. Both contain at least 90 random bits, so only those who have seen
 * the mail know them, which includes every recipient.
 */
public final class Originals {
  /** Most messages of a thread searched, newest first. */
  private static final int MAX_THREAD_MESSAGES = 200;

  private static final int MAX_LOOKUPS = 10;

  private static final List<Integer> EVERYTHING =
      Hidden.visibleBits(Arrays.asList(Hidden.values()));

  private Originals() {}

  /**
   * The send a report is about.
   *
   * @param path return path quoted; empty when the send was found by its Message-ID
   */
  public record Found(Send send, Optional<ReturnPath> path) {
    private static Found byMessageId(Send send) {
      return new Found(send, Optional.empty());
    }
  }

  /** The send of this inbox that the report quotes. */
  public static Optional<Found> ofInbox(StoreTransaction tx, Scope inbox, Report report) {
    return byReturnPath(tx, report)
        .filter(found -> found.send().inboxId().equals(inbox.id()))
        .or(() -> byMessageId(tx, inbox, report).map(Found::byMessageId));
  }

  /** The send of any inbox, for reports to the postmaster. */
  public static Optional<Found> ofAnyInbox(StoreTransaction tx, Report report) {
    return byReturnPath(tx, report).or(() -> byAuthor(tx, report).map(Found::byMessageId));
  }

  private static Optional<Send> byAuthor(StoreTransaction tx, Report report) {
    return report.original().authors().stream()
        .limit(MAX_LOOKUPS)
        .flatMap(author -> tx.inboxes().findRouted(author).stream())
        .flatMap(inbox -> byMessageId(tx, inbox.scope(), report).stream())
        .findFirst();
  }

  private static Optional<Found> byReturnPath(StoreTransaction tx, Report report) {
    return report.original().returnPaths().stream()
        .limit(MAX_LOOKUPS)
        .flatMap(address -> ReturnPath.read(address).stream())
        .flatMap(path -> ofPath(tx, path).stream())
        .findFirst();
  }

  /** The send of a return path; empty when no mail of it can have used this return path. */
  public static Optional<Found> ofPath(StoreTransaction tx, ReturnPath path) {
    return tx.sends()
        .findByEnvelopeSender(path.organizationId(), path.ofSend())
        .filter(path::isOf)
        .map(send -> new Found(send, Optional.of(path)));
  }

  private static Optional<Send> byMessageId(StoreTransaction tx, Scope inbox, Report report) {
    List<String> ids = report.original().messageIds().stream().limit(MAX_LOOKUPS).toList();
    if (ids.isEmpty()) {
      return Optional.empty();
    }
    return named(tx, inbox, tx.threads().known(inbox, ids))
        .map(message -> message.origin().sendId())
        .filter(Objects::nonNull)
        .flatMap(sendId -> tx.sends().find(inbox, sendId).stream())
        .findFirst();
  }

  /**
   * The messages of this service among those, at most one of each of the first {@value
   * #MAX_LOOKUPS}.
   */
  public static Stream<Message> named(
      StoreTransaction tx, Scope inbox, List<KnownReference> references) {
    return references.stream()
        .filter(KnownReference::ours)
        .limit(MAX_LOOKUPS)
        .flatMap(known -> named(tx, inbox, known).stream());
  }

  private static Optional<Message> named(StoreTransaction tx, Scope inbox, KnownReference known) {
    MessageRange thread = new MessageRange(EVERYTHING, null, known.threadId(), null, null);
    return tx.messages().range(inbox, thread, PageRequest.first(MAX_THREAD_MESSAGES)).stream()
        .filter(message -> message.origin().sendId() != null)
        .filter(message -> known.rfcMessageId().equals(message.headers().rfcMessageId()))
        .findFirst();
  }
}
